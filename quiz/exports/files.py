"""Tables as files: CSV that a spreadsheet opens as it is, and XLSX. Text is never a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import datetime

import xlsxwriter

from quiz.exports.tables import Table, Value

SEPARATORS = {"semicolon": ";", "comma": ",", "tab": "\t"}
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""A text that begins so would be a formula to a spreadsheet."""
WIDEST = 40


def as_csv(table: Table, separator: str) -> bytes:
    """UTF-8 with BOM; with the semicolon numbers have a decimal comma, as where it is usual."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=SEPARATORS[separator])
    comma = separator == "semicolon"
    writer.writerow([_plain(name, comma) for name in table.head])
    for row in table.rows:
        writer.writerow([_plain(value, comma) for value in row])
    return out.getvalue().encode("utf-8-sig")


def _plain(value: Value, comma: bool) -> str | int:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        said = f"{value:.2f}"
        return said.replace(".", ",") if comma else said
    return f"'{value}" if value.startswith(FORMULA) else value


def as_xlsx(tables: Sequence[Table]) -> bytes:
    """One sheet a table: the head stays in view, numbers are numbers, dates are dates."""
    out = io.BytesIO()
    options = {
        "in_memory": True,
        "strings_to_formulas": False,
        "strings_to_urls": False,
        "strings_to_numbers": False,
    }
    book = xlsxwriter.Workbook(out, options)
    bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top"})
    moment = book.add_format({"num_format": "yyyy-mm-dd hh:mm"})
    two = book.add_format({"num_format": "0.00"})
    for table in tables:
        sheet = book.add_worksheet(table.name[:31])
        sheet.freeze_panes(1, 1)
        widths = [len(name) for name in table.head]
        for column, name in enumerate(table.head):
            sheet.write_string(0, column, name, bold)
        for line, row in enumerate(table.rows, 1):
            for column, value in enumerate(row):
                if value is None:
                    continue
                if isinstance(value, datetime):
                    sheet.write_datetime(line, column, value.replace(tzinfo=None), moment)
                elif isinstance(value, int):
                    sheet.write_number(line, column, value)
                elif isinstance(value, float):
                    sheet.write_number(line, column, value, two)
                else:
                    sheet.write_string(line, column, value)
                    widths[column] = max(widths[column], len(value))
        for column, width in enumerate(widths):
            sheet.set_column(column, column, min(max(width * 0.9, 7), WIDEST))
        sheet.autofilter(0, 0, len(table.rows), len(table.head) - 1)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(0)
    book.close()
    return out.getvalue()
