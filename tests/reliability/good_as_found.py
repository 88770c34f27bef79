"""Good files as people find or fill them in: a net list of ibsim, and the places of a network."""

from good_files import NET, Reader

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
