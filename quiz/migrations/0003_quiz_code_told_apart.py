from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from game.names import new_code


def give_codes(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Quizzes made before get a code, too; two alike are as likely as 1 in 148 million."""
    for quiz in apps.get_model("quiz", "Quiz").objects.all():
        quiz.code = new_code()
        quiz.save(update_fields=["code"])


class Migration(migrations.Migration):
    dependencies = [("quiz", "0002_link_made")]

    operations = [
        migrations.AddField(
            model_name="pupil",
            name="told_apart",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="quiz",
            name="code",
            field=models.CharField(max_length=6, null=True),
        ),
        migrations.RunPython(give_codes, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="quiz",
            name="code",
            field=models.CharField(max_length=6, unique=True),
        ),
    ]
