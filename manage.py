#!/usr/bin/env python
"""Django's command line, with this project's settings."""

import os
import sys

from django.core.management import execute_from_command_line

from carti_site.environment import WrongSetting

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "carti_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except WrongSetting as wrong:
        sys.exit(str(wrong))
