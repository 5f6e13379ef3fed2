from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("quiz", "0004_erasure")]

    operations = [
        migrations.RemoveConstraint(model_name="sittingtable", name="numbered_once_a_sitting"),
        migrations.AlterModelOptions(name="sittingtable", options={"ordering": ["number", "pk"]}),
    ]
