from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import quiz.models.classrooms


def give_keys(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Pupils of before: the same key in every backup that was made before."""
    for pupil in apps.get_model("quiz", "Pupil").objects.all():
        pupil.key = f"player {pupil.pk}"
        pupil.save(update_fields=["key"])


class Migration(migrations.Migration):
    dependencies = [("quiz", "0003_quiz_code_told_apart")]

    operations = [
        migrations.CreateModel(
            name="Erasure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=32, unique=True)),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="pupil",
            name="key",
            field=models.CharField(max_length=32, null=True),
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="pupil",
            name="key",
            field=models.CharField(
                default=quiz.models.classrooms.new_key, max_length=32, unique=True
            ),
        ),
    ]
