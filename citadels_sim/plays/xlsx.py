"""Workbooks (XLSX): read without obeying anything in them, and written as text and numbers, never as formulas. Needs the extra `xlsx`."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final
from xml.parsers import expat

from citadels_sim.errors import UnavailableError
from citadels_sim.plays.reading.entry import Refused
from citadels_sim.plays.reading.rows import MOST_COLUMNS, MOST_ROWS, letter

_MOST_PARTS: Final = 300
_MOST_BYTES: Final = 64 << 20
"""Bytes of a workbook once it is unpacked: its lengths are not believed, they are counted."""
_CHUNK: Final = 1 << 20
_TEXT: Final = 32_767
"""Most characters that a cell takes."""


def _openpyxl() -> Any:
    try:
        import openpyxl
    except ImportError:
        raise UnavailableError("workbooks need openpyxl: pip install 'citadels-sim[xlsx]'. CSV needs nothing more.") from None
    return openpyxl


def xlsx_rows(data: bytes) -> list[list[str]]:
    """Read the cells of the first sheet of a workbook as text.

    Raises
    ------
    Refused
        If it is no workbook, unpacks to too much, declares XML entities, or has a formula.
    UnavailableError
        Without the extra.
    """
    openpyxl = _openpyxl()
    _check(data)
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # what it says of its size is not believed
        rows: list[list[str]] = []
        for number, row in enumerate(sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS), start=1):
            rows.append([_text(cell, number, place) for place, cell in enumerate(row)])
            if number > MOST_ROWS and any(rows[-1]):
                raise Refused(f"row {number}", f"there are more than {MOST_ROWS:,} rows.")
    except (Refused, MemoryError):
        raise
    except Exception as error:  # a reader of such files meets anything
        raise Refused("", f"is no workbook that can be read ({type(error).__name__}). Save it again as XLSX, or as CSV.") from None
    return rows


def _text(cell: Any, number: int, place: int) -> str:
    value = cell.value
    if cell.data_type == "f":
        raise Refused(f"row {number}, column {letter(place)}", "is a formula, which is not computed here. Put its value in its place.")
    if value is None:
        return ""
    if isinstance(value, datetime | date):
        return value.strftime("%Y-%m-%d")
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def _check(data: bytes) -> None:
    """Refuse a workbook that is none, unpacks to too much, or whose XML declares a document type."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            parts = packed.infolist()
            if len(parts) > _MOST_PARTS:
                raise Refused("", f"is no workbook of ours: it has {len(parts):,} parts.")
            left = _MOST_BYTES
            for part in parts:
                checked = _no_document_type(part.filename) if part.filename.endswith((".xml", ".rels")) else None
                with packed.open(part) as stream:
                    while chunk := stream.read(_CHUNK):
                        left -= len(chunk)
                        if left < 0:
                            raise Refused("", f"unpacks to more than {_MOST_BYTES >> 20} MiB.")
                        if checked is not None:
                            checked.Parse(chunk, False)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError):
        raise Refused("", "is no workbook: its ZIP archive is damaged or encrypted.") from None
    except expat.ExpatError as error:
        raise Refused("", f"is no workbook: its XML is not valid ({error}).") from None


def _no_document_type(name: str) -> expat.XMLParserType:
    parser = expat.ParserCreate()

    def refuse(*_: object) -> None:
        raise Refused(name[:80], "declares a document type, which may hold entities; no workbook needs one.")

    parser.StartDoctypeDeclHandler = refuse
    return parser


def write_xlsx(sheets: Mapping[str, tuple[Sequence[str], Iterable[Sequence[object]]]]) -> bytes:
    """Write sheets by name, each with its headings and rows: numbers as numbers, all else as text, whatever it begins with.

    Raises
    ------
    UnavailableError
        Without the extra.
    """
    openpyxl = _openpyxl()
    book = openpyxl.Workbook(write_only=True)
    cell_of = openpyxl.cell.WriteOnlyCell
    for name, (heads, rows) in sheets.items():
        sheet = book.create_sheet(name[:31])
        sheet.freeze_panes = "A2"
        cells = [[_cell(cell_of, sheet, value) for value in row] for row in rows]
        for place, head in enumerate(heads):
            width = max((len(str(row[place].value)) for row in cells[:200] if row[place] is not None), default=0)
            sheet.column_dimensions[letter(place)].width = min(max(len(head), width, 6) + 2, 60)
        top = [_cell(cell_of, sheet, head) for head in heads]
        for one in top:
            one.font = openpyxl.styles.Font(bold=True)
        sheet.append(top)
        for row in cells:
            sheet.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _cell(cell_of: Any, sheet: Any, value: object) -> Any:
    if value is None or value == "":
        return None
    if isinstance(value, int | float) and not isinstance(value, bool):
        return cell_of(sheet, value) if value == value and abs(value) != float("inf") else None
    text = "".join(letter if letter >= " " or letter in "\n\t" else " " for letter in str(value))[:_TEXT]
    cell = cell_of(sheet, text)
    cell.data_type = "s"  # what begins with = would be a formula else
    return cell
