"""Workbooks (XLSX): read without obeying anything in them, and written as text and numbers, never as formulas. Needs the extra `xlsx`."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections import Counter
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
_MOST_BESIDE: Final = 2 << 20
_MOST_ELEMENTS: Final = 10_000
"""Bytes and XML elements of a part that holds no cells, such as the styles: each element becomes objects of a thousand times its size."""
_MOST_CELLS: Final = {**dict.fromkeys(("c", "v", "f", "is", "t", "si"), 5_000_000), "row": 1_100_000}
_MOST_ELSE: Final = 100_000
_MOST_IN_ROW: Final = 20_000
"""XML elements of a part that holds cells or their texts: of each name, of any other, and cells of one row, which is read whole."""
_CELLS: Final = re.compile(r"xl/(worksheets/[^/]+|sharedStrings)\.xml")
_TABLE: Final = "xl/workbook.xml"
"""The part that every workbook has."""
_CHUNK: Final = 1 << 18
_ANEW: Final = " Copy the cells into a new workbook, or save them as CSV."
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
    except Exception:  # a reader of such files meets anything
        raise Refused("", "is not a readable workbook: parts of it are missing or damaged. Save it again as XLSX, or as CSV.") from None
    return rows


def _text(cell: Any, number: int, place: int) -> str:
    value = cell.value
    if cell.data_type == "f":
        raise Refused(f"row {number}, column {letter(place)}", "is a formula, which is not evaluated. Replace it by its value.")
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
                raise Refused("", f"is not a sheet of citadels: it has {len(parts):,} parts.")
            left = _MOST_BYTES
            for part in parts:
                checked = _checked(part.filename) if part.filename.endswith((".xml", ".rels")) else None
                own = left if _CELLS.fullmatch(part.filename) else _MOST_BESIDE
                with packed.open(part) as stream:
                    while chunk := stream.read(_CHUNK):
                        left, own = left - len(chunk), own - len(chunk)
                        if left < 0:
                            raise Refused("", f"unpacks to more than {_MOST_BYTES >> 20} MiB.")
                        if own < 0:
                            raise Refused(part.filename[:80], f"unpacks to more than {_MOST_BESIDE >> 20} MiB.{_ANEW}")
                        if checked is not None:
                            checked.Parse(chunk, False)
            if _TABLE not in packed.namelist():
                raise Refused("", f"is a ZIP file and no workbook: it has no {_TABLE}.{_unpack(packed.namelist())}")
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError):
        raise Refused("", "is not a workbook: its ZIP archive is damaged or encrypted.") from None
    except expat.ExpatError as error:
        raise Refused("", f"is not a workbook: its XML is not valid ({error}).") from None


def _unpack(names: Sequence[str]) -> str:
    """State what to do with an archive of other files."""
    return " Unpack it, and add the files in it." if any(name.endswith((".csv", ".json", ".xml", ".xlsx")) for name in names) else ""


def _checked(name: str) -> expat.XMLParserType:
    """Return a parser of a part that refuses a document type, and more elements than the part may have."""
    parser, cells, place = expat.ParserCreate(), bool(_CELLS.fullmatch(name)), name[:80]
    counts: Counter[str] = Counter()

    def refuse(*_: object) -> None:
        raise Refused(place, "declares a document type, which may hold entities; no workbook needs one.")

    def element(tag: str, attributes: Mapping[str, str]) -> None:
        own = tag.rpartition(":")[2] if cells else ""
        own = own if own in _MOST_CELLS else ""
        counts[own] += 1
        most = _MOST_CELLS.get(own, _MOST_ELSE) if cells else _MOST_ELEMENTS
        if counts[own] > most:
            raise Refused(place, f"has more than {most:,} XML elements{f' <{own}>' * bool(own)}.{_ANEW}")
        counts["in row"] = 0 if own == "row" else counts["in row"] + (own == "c")
        if counts["in row"] > _MOST_IN_ROW:
            raise Refused(place, f"has more than {_MOST_IN_ROW:,} cells in a row.{_ANEW}")
        part, kind = attributes.get("PartName", "").lstrip("/"), attributes.get("ContentType", "")
        if _CELLS.fullmatch(part) and not kind.endswith((".worksheet+xml", ".sharedStrings+xml")):
            raise Refused(place, f"says that {part[:80]} holds no cells.")  # it would be read whole, as other parts are

    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = element
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
