"""Words of headings of money in English, German, French, Spanish and Dutch."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words for a price, and words beside them that change nothing.
PRICE_WORDS = _words(
    "price prices pricing preis preise prix precio precios prijs prezzo cena cost coste costo cout"
    " net netto neto einzelpreis stuckpreis stukprijs stuksprijs nettopreis nettoprijs einkaufspreis"
    " inkoopprijs eenheidsprijs angebotspreis handlerpreis kundenpreis dealerprijs ek hek pu ht"
)
BESIDE_PRICE = _words(
    "your our ihr ihre votre vos su tu uw dealer handler reseller partner customer kunden special"
    " sonder purchase buy buying inkoop einkauf unit unitaire unitario unidad unite each ea per pro"
    " je par por stuk stuks stuck stk st pcs pc piece pieces pce pe p de la le l un une ud excl exkl"
    " exclusief excluding ex btw vat mwst mw ust iva tva zzgl ohne hors taxe taxes tax sin sans in"
    " after nach apres"
)
#: Words for a price before discounts.
LIST_WORDS = _words(
    "list liste listen lijst lista public publico catalogue catalog katalog catalogus advies bruto"
    " brutto gross tarif tarifa msrp rrp uvp pvp conseille recomendado recommended retail"
)
#: Words for the minimum quantity of an order.
MIN_WORDS = _words("min mini minimum minimale minimaal minima minimo mindest")
BESIDE_MIN = _words(
    "order orders ordering bestel bestelling bestelaantal afname aantal qty quantity menge quantite"
    " qte cantidad pedido commande compra abnahme abnahmemenge bestellmenge stuks stk pcs units uds"
    " ud pieces de per"
)
#: Headings of columns with no for a part that cannot be ordered, and states of parts that are not offered.
ORDERABLE = frozenset({"orderable", "bestellbar", "commandable", "ordinabile", "pedible", "published"})
UNSOLD = frozenset(
    {
        "draft",
        "archived",
        "entwurf",
        "archiviert",
        "brouillon",
        "archiv\u00e9",
        "borrador",
        "archivado",
        "bozza",
    }
    | {"archiviato", "gearchiveerd", "unpublished", "not orderable", "nicht bestellbar", "non ordinabile"}
)
#: Words of prices other than the current unit price, and of other price-related columns.
OTHER_PRICES = frozenset(
    {
        *("total", "gesamt", "extended", "ext", "line", "list", "liste", "public", "brutto", "gross"),
        *("ttc", "incl", "inkl", "vat", "mwst", "tva", "old", "alt", "ancien", "retail", "sale", "resale"),
        *(
            "sprzedazy",
            "valid",
            "gultig",
            "unit",
            "compare",
            "date",
            "datum",
            "type",
            "art",
            "basis",
            "per",
        ),
    }
)
#: Words of headings of part numbers, with a word for a number.
PART_WORDS = frozenset(
    {
        *(
            "part",
            "artikel",
            "article",
            "item",
            "product",
            "produkt",
            "material",
            "sku",
            "order",
            "bestell",
        ),
        *("katalog", "katalogowy", "catalogue", "catalog", "reference", "ref", "codigo", "code", "teile"),
        "hersteller",
    }
)
NUMBER_WORDS = frozenset(
    {"number", "no", "nr", "num", "nummer", "numero", "id", "code", "pn", "katalogowy"}
)
#: Words in headings of net prices.
NET_WORDS = frozenset(
    {"net", "netto", "neto", "your", "ihr", "special", "angebotspreis", "ek", "einkaufspreis", "remise"}
    | {"partner", "customer", "dealer", "sell", "quoted", "nettopreis", "reseller", "hek"}
)
