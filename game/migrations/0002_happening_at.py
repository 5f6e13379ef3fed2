import django.utils.timezone
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Coalesce


def tell_when(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """What happened before this was noted: by the next move, or else the table's last change."""
    tables, moves, happenings = (
        apps.get_model("game", name).objects for name in ("Table", "Move", "Happening")
    )
    after = moves.filter(table=OuterRef("table"), version__gte=OuterRef("version"))
    changed = tables.filter(pk=OuterRef("table"))
    happenings.update(
        at=Coalesce(
            Subquery(after.order_by("version").values("at")[:1]),
            Subquery(changed.values("changed_at")),
        )
    )


class Migration(migrations.Migration):
    dependencies = [("game", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="happening",
            name="at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(tell_when, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="happening",
            name="at",
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
    ]
