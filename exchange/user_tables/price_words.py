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
MIN_WORDS = _words(
    "min mini minimum minimale minimaal minima minimo mindest minimal minimumaantal minimumafname"
)
BESIDE_MIN = _words(
    "order orders ordering bestel bestelling bestelaantal afname aantal qty quantity menge quantite"
    " qte cantidad pedido commande compra abnahme abnahmemenge bestellmenge stuks stk pcs units uds"
    " ud pieces de per"
)
#: Words for a discount in percent, and words beside them.
DISCOUNT_WORDS = _words(
    "discount disc rabatt nachlass remise descuento dto korting regelkorting sconto rabat upust"
    " zeilenrabatt positionsrabatt lijnkorting"
)
BESIDE_DISCOUNT = _words(
    "line item percent percentage pct prozent pourcentage porcentaje procent unit customer client kunden"
    " your ihr ligne linea zeile regel en in de la sur ligne"
)
#: Words for a description, and words beside them.
NAME_WORDS = _words(
    "description designation bezeichnung beschreibung libelle descripcion omschrijving descrizione"
    " denominacion denominazione opis nazwa"
)
BESIDE_NAME = _words(
    "article articulo articolo artikel item product produit producto prodotto produkt produktu supplier"
    " fournisseur proveedor fornitore leverancier lieferanten manufacturer fabricant fabricante hersteller"
    " short long full courte longue corta larga breve kurz lang technical technique tecnica commercial"
    " commerciale of the de del la le l du des d di dell dello der des text english deutsch"
)
#: Words for the pieces of a pack, and words beside them.
PACK_WORDS = _words("pack cond conditionnement emballage embalaje confezione verpakking vpe verpackung")
BESIDE_PACK = _words(
    "qty quantity qte quantite qta quantita cant cantidad menge aantal nombre nb pieces pcs stuck stk stuks"
    " unites units uds each per par por pro je in im dans le la l un une de du d por the of"
)
#: Words of headings that concern neither prices nor quantities of an order.
OF_NO_ORDER = _words(
    "id ids ean gtin upc isbn barcode strichcode asin hs hsn taric customs tariff zoll zolltarif"
    " zolltarifnummer intrastat douane douanier aduana commodity statistical statistik warennummer"
    " warentarifnummer unspsc spsc eclass etim cpv class klasse classe clase classification wa naics duns"
    " eccn weight weights gewicht poids peso mass masse kg gram grams waga width height depth breite hohe"
    " tiefe largeur hauteur profondeur ancho alto larghezza altezza dimension dimensions abmessungen volume"
    " volumen cbm diameter durchmesser diametre radius awg gauge strands wavelength wellenlange temperature"
    " temperatur mtbf thickness date datum data fecha year jahr annee ano warranty garantie garantia"
    " garanzia gwarancja gewahrleistung url link links image images img photo photos bild bilder picture"
    " pictures foto fotos mime datasheet datenblatt zdjecie country land pays pais paese origin origine"
    " ursprung herkunft kraj page seite pagina sort sorting rank rating reviews version revision rev pos"
    " position row priority language sprache phone tax taxes vat"
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
