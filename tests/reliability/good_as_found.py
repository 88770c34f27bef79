"""Good files as people find, draw or fill them in: a net list of ibsim, places, drawings, price lists."""

from good_files import NET, TABLES, Reader

_HALL = next(table for table in TABLES if table.form == "hall").text
_PRICES = "catalogue import {} --map Artikel=part,Preis=price,Typ=kind --map Meter=length --constant " + (
    "gbps=200,connector=QSFP56 --currency EUR --date 2026-01-01 --out made.toml --quiet"
)


def _drawn(layer: str, width: int, depth: int, x: int = 0, y: int = 0) -> str:
    """Return a closed polyline of a DXF drawing."""
    corners = ((x, y), (x + width, y), (x + width, y + depth), (x, y + depth))
    points = "".join(f" 10\n{u}.0\n 20\n{v}.0\n" for u, v in corners)
    return f"  0\nLWPOLYLINE\n100\nAcDbEntity\n  8\n{layer}\n100\nAcDbPolyline\n 90\n4\n 70\n1\n{points}"


_LINES = "".join(
    f"  0\nLINE\n  8\nPILLARS\n 10\n{a}\n 20\n{b}\n 11\n{c}\n 21\n{d}\n"
    for a, b, c, d in ((5e3, 5e3, 6e3, 5e3), (6e3, 5e3, 6e3, 6e3), (6e3, 6e3, 5e3, 5e3))
)
_DXF = (
    "  0\nSECTION\n  2\nHEADER\n  9\n$ACADVER\n  1\nAC1021\n  9\n$INSUNITS\n 70\n4\n  0\nENDSEC\n"
    "  0\nSECTION\n  2\nBLOCKS\n  0\nBLOCK\n  8\n0\n  2\nRACK\n 70\n0\n 10\n0\n 20\n0\n"
    f"{_drawn('0', 600, 1200)}  0\nENDBLK\n  8\n0\n  0\nENDSEC\n  0\nSECTION\n  2\nENTITIES\n"
    f"{_drawn('WALLS', 20000, 15000)}{_LINES}{_drawn('RACKS', 600, 1200, 2000, 2000)}"
    "  0\nINSERT\n  8\nRACKS\n  2\nRACK\n 10\n4000\n 20\n2000\n 70\n2\n 71\n1\n 44\n700\n"
    "  0\nCIRCLE\n  8\nPILLARS\n 10\n9000\n 20\n9000\n 40\n300\n"
    "  0\nTEXT\n  8\nRACKS\n 10\n2100\n 20\n2100\n 40\n100\n  1\nB07\n  0\nENDSEC\n  0\nEOF\n"
)
#: Read by the fuzzer alone: what is wrong with their text says little of a place.
DRAWN = [
    Reader(
        "dxf",
        "x.dxf",
        "room import x.dxf --layers outline=WALLS,cabinets=RACKS,pillars=PILLARS --out made.toml",
        _DXF,
    ),
    Reader(
        "price workbook",
        "prices.xlsx",
        _PRICES.format("prices.xlsx"),
        "Artikel,Typ,Meter,Preis\nK-1,Kupfer,1,80\nK-2,Kupfer,2,100.5\n",
        workbook="Preise",
    ),
    Reader("hall in use", "hall.toml", "room show hall.toml", _HALL),
]

AS_FOUND = [
    Reader(
        "places filled in", "places.csv",
        "import x.net --from ibnetdiscover --locations places.csv -o made.json",
        "switch,cabinet,unit,ports,guid\nR01C01,R01C01,40,4,0x0000000000000001\nR01C02,R01C02,41,4,\n",
        "R01C01,|40|,4", "\n|R01C02|,R01C02", "R01C02,R01C02,41,4,\n", beside={"x.net": NET},
    ),
    Reader(
        "ibsim", "net", "import net --from ibnetdiscover --network made.graphml",
        '# of ibsim\nSwitch\t8 "Switch1"\n[1]\t"Hca1"[1]\n[3]\t"Switch2"[3]\n\n'
        'Switch 8 "Switch2"\n[3]\t"Switch1"[3]\n\nHca\t2 "Hca1"\n[1]\t"Switch1"[1]\n',
        '[|3|]\t"Switch1"', '[1]\t"|Hca1|"', '[3]\t"Switch2"[3]\n', ('"Switch2"[3]', '"Switch1"[3]'),
    ),
]  # fmt: skip
