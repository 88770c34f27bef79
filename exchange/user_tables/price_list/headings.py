"""Columns of price lists by their usual headings in six languages."""

import re

from netfloor.exchange.tables.numbers import without_currency
from netfloor.exchange.tables.subject import (
    COUNT,
    DATE,
    DAYS,
    LENGTH,
    MONEY,
    NUMBER,
    RATE,
    WATTS,
    Meaning,
    TableField,
    TableSubject,
    compact,
    words_of,
)
from netfloor.exchange.user_tables.price_list.problems import shell_option
from netfloor.exchange.user_tables.price_words import (
    BESIDE_DISCOUNT,
    BESIDE_MIN,
    BESIDE_NAME,
    BESIDE_PACK,
    BESIDE_PRICE,
    DISCOUNT_WORDS,
    LIST_WORDS,
    MIN_WORDS,
    NAME_WORDS,
    PACK_WORDS,
    PRICE_WORDS,
)
from netfloor.topologies.parameters import shown

#: The possible fields of a column, with their headings.
PRICES = TableSubject(
    "parts",
    (
        TableField(
            "part",
            "part number,part no,part nr,part id,partnumber,pn,ordering pn,sku,item number,item no"
            ",product no"
            ",product number,product code,product id,opn,ordering part number,orderable pn"
            ",order number,order code,article number,article no"
            ",part code,stock code,stock item code"
            ",artikel,artikelnummer,artikel nr,art nr,art no,bestellnummer,bestell nr,best nr"
            ",teilenummer,sachnummer"
            ",materialnummer,material,lieferantenartikelnummer,reference,ref,code article"
            ",numero de article"
            ",reference article,referencia,codigo,artikelcode,artikel code,bestelnummer"
            ",numero de pieza,article,item,codice,codice articolo,codice articolo fornitore"
            ",codice fornitore"
            ",codice prodotto,cod articolo,articolo,cod art,productnr,product nr,supplier aid"
            ",supplier part id"
            ",supplier part no,supplier part number,ref fournisseur,reference fournisseur",
            needed=True,
        ),
        TableField(
            "price",
            "unit price,net price,net unit price,unit net price,pu net ht,p u net ht,pu net,p u net"
            ",prix unitaire net ht,your price,price each,cost,unit cost"
            ",each,sell price"
            ",customer price,dealer price,partner price,reseller price,special price,quoted price,net"
            ",unit price net,preis,einzelpreis,nettopreis,netto"
            ",einkaufspreis,hek"
            ",hek netto,ek,ek netto,ek preis,stuckpreis,preis netto,netto preis,preis je stuck"
            ",ihr preis,e preis"
            ",angebotspreis,netto ek,prix,prix unitaire,prix unitaire ht,prix ht,prix net,prix net ht"
            ",pu ht,p u ht,pu"
            ",prix unitaire net,prix remise,prix unit ht,precio,precio unitario,precio neto"
            ",prijs,stukprijs"
            ",nettoprijs,netto prijs,netto inkoopprijs,inkoopprijs,inkoop prijs,prijs per stuk"
            ",eenheidsprijs,neto,ht,stuksprijs,handlerpreis,dealerprijs,prezzo,prezzo unitario"
            ",prezzo netto,prezzo unitario netto",
            MONEY,
            needed=True,
            heads=PRICE_WORDS,
            beside=BESIDE_PRICE,
        ),
        TableField(
            "maker_part",
            "fabrikantcode,mpn,legacy opn,mfr part,mfr pn,mfg part,mfg pn,manufacturer part number"
            ",manufacturer part no,manufacturer part,manufacturer no"
            ",mfr part number"
            ",mfr part no,mfg part number,mfg part no,vendor part number,oem part number,hersteller nr"
            ",herstellernummer"
            ",hersteller artikelnummer,hersteller artikel nr,hersteller teilenummer,herst art nr"
            ",hersteller art nr"
            ",hersteller teilenr,ref fabricant,reference fabricant,ref constructeur"
            ",reference constructeur"
            ",referencia fabricante,ref fabricante,codigo fabricante,referencia del fabricante"
            ",legacy pn,codice produttore"
            ",codice articolo produttore,cod produttore,codice fabbricante,pn produttore"
            ",manufacturer part id,manufacturer aid,legacy part number,ref marque"
            ",fabrikant artikelnummer,artikelnummer fabrikant",
        ),
        TableField(
            "list_price",
            "list price,unit list price,msrp,rrp,srp,uvp,listenpreis,liste,bruttopreis,brutto"
            ",katalogpreis,uvp netto"
            ",global price list,gpl,prix public,prix catalogue,prix tarif,tarif,prix public ht"
            ",brutoprijs,bruto prijs,adviesprijs,catalogusprijs"
            ",tarif public,pvp"
            ",precio de lista,precio tarifa,lijstprijs,prezzo di listino,listino",
            MONEY,
            heads=LIST_WORDS,
            beside=PRICE_WORDS | BESIDE_PRICE,
        ),
        TableField(
            "discount",
            "disc,dto,discount percent,unit discount,rabatt,nachlass,remise,remise client"
            ",descuento,korting,kortingspercentage,korting percentage,sconto",
            NUMBER,
            heads=DISCOUNT_WORDS,
            beside=BESIDE_DISCOUNT,
        ),
        TableField(
            "framework_price",
            "framework,framework rate,framework unit price,agreement rate,call off price,contract rate"
            ",framework contract price,contract price,agreement price,rahmenpreis"
            ",rahmenvertragspreis"
            ",rahmenvertrag,kontraktpreis,vertragspreis,prix cadre,prix accord cadre,prix contrat"
            ",precio marco"
            ",precio contrato",
            MONEY,
        ),
        TableField(
            "spot_price", "spot,spot rate,spotpreis,tagespreis,prix spot,prix du jour,precio spot", MONEY
        ),
        TableField(
            "surcharge",
            "kupferzuschlag,cu zuschlag,metallzuschlag,materialzuschlag,mtz,teuerungszuschlag,zuschlag"
            ",copper surcharge,metal surcharge,cu surcharge,supplement cuivre,supplement metal"
            ",recargo cobre,recargo metal",
            MONEY,
        ),
        TableField("piece_surcharge", "", MONEY),
        TableField(
            "price_basis",
            "price type,contract type,preisart,preistyp,preisbasis,type de prix,tipo de precio",
        ),
        TableField(
            "price_per",
            "preiseinheit,base price quantity,base price qty,price quantity,price qty"
            ",pricing quantity,pricing qty"
            ",preismenge,prijs per,prijseenheid,preis einheit,price per,per,pro,pe"
            ",price basis qty,price basis quantity"
            ",price unit,price unit qty,preis je,preis pro,prix par,unite de prix",
            COUNT,
        ),
        TableField(
            "quantity",
            "qty,order qty,menge,anzahl,stuckzahl,aantal,quantite,qte,nombre,cantidad,cant,uds,unidades"
            ",quantita,qta",
            COUNT,
        ),
        TableField(
            "total",
            "total price,extended price,ext price,ext,extended,extended net price,ext net price,line total"
            ",amount"
            ",subtotal,sub total,zwischensumme,sous total"
            ",gesamtpreis,gesamt,wert,totaal,totaalprijs,bedrag,gesamtwert,positionswert,summe"
            ",betrag,positionspreis,g preis"
            ",montant,montant ht,total ht"
            ",prix total"
            ",prix total ht,importe,precio total,totale,importo,prezzo totale",
            MONEY,
        ),
        TableField(
            "unit",
            "ud,einheit,me,mengeneinheit,eenheid,uom,uoi,unit of issue,unit of issue uoi,ui,unit of measure"
            ",unit of measure uom,uom unit of measure,unite,unite de vente,unidad,selling unit,sales unit"
            ",verkaufseinheit,unita di misura,unita,order unit,unit code,unit of measure code,eenheidscode"
            ",einheitencode,verkoopeenheid,jednostka,jednostka miary",
        ),
        TableField(
            "maker",
            "manufacturer,brand,mfr,hersteller,marke,fabricant,fabrikant,merk,marque"
            ",constructeur,fabricante,marca,produttore,fabbricante",
        ),
        TableField(
            "service_months",
            "service duration,service duration months,initial term,initial term months,subscription term"
            ",service term,laufzeit,laufzeit monate,duree,duree mois,duracion",
        ),
        TableField("position", "pos,nr,no,line,line no,zeile,lfd nr,ligne,linea"),
        TableField(
            "name",
            "description,product,product name,item description,omschrijving"
            ",productomschrijving,artikelomschrijving"
            ",product description,short description"
            ",bezeichnung"
            ",beschreibung,artikelbezeichnung,artikelbeschreibung,kurztext,produkt,produktbezeichnung"
            ",materialkurztext"
            ",designation,designation article,libelle,libelle article,descripcion,denominacion,title"
            ",long description,full description,langtext,descrizione,descrizione tecnica"
            ",descrizione articolo,descrizione prodotto,nome commerciale,denominazione,nazwa",
            heads=NAME_WORDS,
            beside=BESIDE_NAME,
        ),
        TableField(
            "kind",
            "type,category,product type,product group,typ,kategorie,warengruppe,produktgruppe,nature"
            ",categorie,famille"
            ",tipo,categoria,soort,categorie,productgroep,artikelgroep,tipologia",
        ),
        TableField(
            "currency",
            "valuta,valutacode,currency code,price currency,waluta,munt,curr,wahrung,wahr,wahrg"
            ",devise,moneda",
        ),
        TableField(
            "supplier",
            "vendor,distributor,dealer,lieferant,leverancier,handler,fournisseur,proveedor,fornitore",
        ),
        TableField(
            "date",
            "price date,datum,stand,preisstand,preisdatum,gultig ab,date du prix,fecha,valid from"
            ",prijsdatum,geldig vanaf,ingangsdatum,data listino,data del listino",
            DATE,
        ),
        TableField(
            "valid_until",
            "valid to,valid thru,valid through,price valid until,expiry,expiry date,expires,expires on"
            ",expiration"
            ",expiration date,quote expiry,quote expiration,gultig bis,preis gultig bis"
            ",preisgultigkeit bis,ablaufdatum"
            ",angebot gultig bis,valable jusqu au,validite,date de validite,fin de validite"
            ",valido hasta,caducidad,einddatum,end date,vencimiento,geldig tot,geldig tm"
            ",geldig tot en met,prijs geldig tot"
            ",prijs geldig tm,validita,valido fino al,scadenza",
            DATE,
        ),
        TableField(
            "length",
            "cable length,lange,kabellange,lengte,kabellengte,kabel lengte,longueur,longitud,lunghezza",
            LENGTH,
        ),
        TableField("reach", "bereik,reikwijdte,max afstand,max distance,reichweite,portee,alcance", LENGTH),
        TableField(
            "gbps",
            "snelheid,bandbreedte,rate,speed,data rate,bandwidth,geschwindigkeit,datenrate,debit"
            ",vitesse,velocidad",
            RATE,
        ),
        TableField(
            "connector",
            "aansluiting,stekker,vormfactor,form factor,plug,stecker,bauform,connecteur,format,conector",
        ),
        TableField("connector_a", "end a connector,plug a,stecker a"),
        TableField("connector_b", "end b connector,plug b,stecker b"),
        TableField("fibre_connector", "fiber connector,faserstecker"),
        TableField(
            "fibre",
            "vezeltype,glasvezel,vezel,fiber,fiber type,fibre type,faser,fasertyp,type de fibre,fibra",
        ),
        TableField("fibres", "fibers,fibre count,fiber count,faserzahl", COUNT),
        TableField("optics", "optical standard,pmd"),
        TableField(
            "power",
            "vermogen,verbruik,opgenomen vermogen,watts,power draw,power consumption,max power"
            ",leistung,leistungsaufnahme,verbrauch,puissance"
            ",consommation,potencia,consumo",
            WATTS,
        ),
        TableField("weight", "gewicht,poids,peso", NUMBER),
        TableField("height", "hoogte,hohe,hauteur,altura", COUNT),
        TableField("cages", "poorten,aantal poorten,ports,port count,anschlusse,puertos", COUNT),
        *(TableField(name, "", COUNT) for name in ("links", "tails", "links_per_cage", "nics")),
        TableField("management_port", "mgmt port,management,verwaltungsport,port de gestion"),
        TableField("owned", "", COUNT),
        TableField(
            "stock",
            "on hand,in stock,free stock,soh,stock on hand,free qty,qty free,frei verfugbar,stock libre"
            ",available,availability,qty available,available quantity"
            ",available qty,quantity available,available stock"
            ",stock quantity,quantity in stock,quantity on hand,qty on hand,voorraad"
            ",op voorraad,beschikbaar,stock qty,qty in stock,lager"
            ",bestand,lagerbestand,stock status,stock level,stock availability,availability status"
            ",lagerstatus,voorraadstatus,etat du stock,etat stock"
            ",verfugbar,verfugbarkeit,stock disponible,disponible,disponibilite,existencias,disponibilita"
            ",giacenza,inventory,inventory qty,inventory quantity"
            ",disponibilidad",
            COUNT,
        ),
        TableField("spares", "", COUNT),
        TableField(
            "min_order",
            "min,minimum,moq,min order qty,min order quantity,minimum order,minimum order qty"
            ",minimum order quantity,min qty"
            ",minimum qty,minimum quantity,mindestmenge,mindestbestellmenge,mindestabnahme"
            ",mindestabnahmemenge,min bestellmenge,quantite minimum"
            ",quantite minimale"
            ",quantite min,qte min,qte mini,quantite mini,minimum de commande,qmc"
            ",cantidad minima,pedido minimo,quantita minima,qta minima,ordine minimo,lotto minimo"
            ",pedido min,cantidad min",
            COUNT,
            heads=MIN_WORDS,
            beside=BESIDE_MIN,
        ),
        TableField(
            "price_from",
            "from,from qty,from quantity,from pieces,qty from,quantity from,break qty"
            ",break quantity,qty break"
            ",quantity break,price break,price break qty,ab,ab menge,ab stuck,ab stk,menge ab"
            ",staffel,staffelmenge"
            ",staffel ab,vanaf,vanaf aantal,aantal vanaf,staffelaantal,desde,desde cantidad"
            ",cantidad desde,desde uds"
            ",a partir de,a partir de qte,des,qte a partir de",
            COUNT,
        ),
        TableField(
            "pack",
            "mult,qty pk,per verpakking,stuks per verpakking,aantal per verpakking,verpakkingsinhoud"
            ",verpakkingsgrootte"
            ",vpe,ve,verpackungseinheit,verpakking,verpakkingseenheid,packungseinheit,packung"
            ",pack size,pack qty,package quantity"
            ",package qty"
            ",packaging unit,packing unit,standard pack,spq,order multiple,multiple,abnahmeeinheit"
            ",conditionnement,cond,unid embalaje,unidad embalaje,unid emb,unidades por embalaje"
            ",colisage,unite d emballage,uds caja,uds por caja,embalaje,unidad de embalaje"
            ",ud emb,uds emb,qty per uoi,qty per unit,quantity per pack,qty per pack,qty pack"
            ",quantity per package"
            ",qty per package,pieces per pack,pcs per pack,units per pack,units per package"
            ",items per pack"
            ",each per pack,pack of,pkg qty,pkg size,inner pack,stuck pro packung,stuck pro vpe"
            ",stuck je packung"
            ",stuck je vpe,inhalt,inhalt vpe,packungsinhalt,packungsgrosse,unites par lot,pieces par lot"
            ",qte par lot,quantite par lot,quantite par conditionnement,unidades por paquete"
            ",confezione,pezzi per confezione"
            ",uds por paquete,no cu per ou,content per order unit,quantity per unit of measure",
            COUNT,
            heads=PACK_WORDS,
            beside=BESIDE_PACK,
        ),
        TableField(
            "lead_time",
            "due date,due in,due,next due,next delivery,next arrival,lead time working days"
            ",available next date,next available date,next delivery date,date of next delivery"
            ",next date,nachster liefertermin,nachste lieferung,prochaine livraison"
            ",proxima entrega,prossima consegna,volgende levering"
            ",lead time business days,lead time aro,lead time aro days,delai jours ouvres"
            ",delai de livraison jours ouvres,plazo dias habiles,plazo dias laborables"
            ",leverdatum,leverbaar vanaf,verwachte levering,lead time,leadtime,delivery"
            ",delivery time,eta,ships in,replenishment time"
            ",replenishment lead time,levertijd,estimated lead time,wbz,lieferzeit"
            ",lieferfrist,lieferbar"
            ",lieferung"
            ",delivery days,delivery days aro,days aro,tempo di consegna,tempi di consegna"
            ",consegna,giorni di consegna,tempo di consegna gg lavorativi,tempi di consegna gg lavorativi"
            ",tempo di consegna giorni lavorativi,plazo de entrega dias habiles"
            ",plazo de entrega dias laborables"
            ",shipping delay,shipping time,delivery delay,wiederbeschaffungszeit,liefertermin"
            ",verfugbar ab,lieferbar ab,ship date,expected date"
            ",date de livraison,fecha de entrega,delai,delai de livraison,livraison,plazo"
            ",plazo de entrega",
            DAYS,
        ),
    ),
)
#: Reading of each field's cells.
FIELDS: dict[str, str] = {field.name: field.reading for field in PRICES.fields}
#: Fields recognised only to avoid misreading them as others.
IGNORED = frozenset({"quantity", "total", "maker", "position", "service_months"})
#: Price fields in order of precedence within a row.
PRICE_FIELDS = ("price", "framework_price", "spot_price", "list_price")
#: Money added to the prices: for as many pieces as the price, and for each piece.
SURCHARGE, PIECE_SURCHARGE = "surcharge", "piece_surcharge"
SURCHARGES = frozenset({SURCHARGE, PIECE_SURCHARGE})
#: Prefixes of price-break fields with a separate column for the number of pieces.
STEP_PIECES, STEP_PRICE = "pieces#", "step price#"
_SURCHARGE_WORD = re.compile("zuschlag|surcharge|recargo|toeslag|supplement")
_EACH = frozenset(
    {"stk", "st", "stck", "stuck", "stueck", "pc", "pcs", "pce", "piece", "pieces", "unit", "each", "ea"}
    | {"ud", "unidad", "stuks"}
)
_PER = frozenset({"per", "pro", "je", "par", "por", "net", "netto"})
_NOT_OF_PIECES = re.compile(r"%|percent|prozent|[0-9]|/\s?(?:kg|m|km)\b|\bkg\b", re.IGNORECASE)


def says_surcharge(heading: str) -> bool:
    """Return whether a heading is a known surcharge or contains a word for surcharge."""
    return any(map(_SURCHARGE_WORD.search, words_of(heading))) or surcharge_field(heading) != ""


def surcharge_field(heading: str) -> str:
    """Return the field of a known surcharge of money, empty for any other heading.

    ``Kupferzuschlag`` and ``Cu-Zuschlag (EUR/Stk.)`` are known; ``Price plus surcharge``,
    ``inkl. Kupferzuschlag``, ``Mindermengenzuschlag`` and ``Cu-Zuschlag %`` are not.
    """
    words = words_of(without_currency(heading))
    plain = "".join(word for word in words if word not in _EACH | _PER)
    if _NOT_OF_PIECES.search(heading) or plain not in PRICES.by_name[SURCHARGE].compact:
        return PIECE_SURCHARGE if plain == compact(PIECE_SURCHARGE) else ""
    return PIECE_SURCHARGE if _EACH & {*words} else SURCHARGE


def surcharge_question(heading: str, key: str) -> str:
    """Return the question whether the amounts of a column raise the prices; ``key`` names it in a map."""
    skip, added = (shell_option("map", f"{key}={field}") for field in ("skip", SURCHARGE))
    return f"{shown(heading)!r} may raise the prices, or be in them; {skip} leaves it out, {added} adds it"


#: Last words of a heading of part numbers behind any other word: ``FS P/N``, ``ACME SKU``.
_PART_NUMBER = re.compile(r"\w.*(?:pn|p n|sku|(?:part|item|stock) (?:number|no|nr))")
_OF_OTHERS = frozenset(
    {
        *("legacy", "old", "former", "alternate", "replaces", "customer", "your", "ihre"),
        *("line", "row", "pos", "position", "po", "quote", "quotation", "order", "invoice", "rev", "qty"),
        "page",
    }
)


def makers_number(heading: str, meaning: Meaning | None) -> Meaning | None:
    """Return the meaning of a heading, that of the maker's part number for ``Mfr. #``."""
    if meaning is not None and meaning.field.name == "maker" and "#" in heading:
        return Meaning(PRICES.by_name["maker_part"])
    return meaning


def branded_part(heading: str) -> Meaning | None:
    """Return the meaning of a part number's heading that begins with a supplier's or brand's name."""
    words = words_of(heading)
    is_number = _PART_NUMBER.fullmatch(" ".join(words)) or re.fullmatch(r"\w.*#\W*", heading.strip())
    if not is_number or _OF_OTHERS & {*words}:
        return None
    return Meaning(PRICES.by_name["part"], is_sure=False)


#: The value by which a variant of a shop's product differs: Shopify, WooCommerce.
_VARIANT_VALUE = re.compile(
    r"(?:option|attribute) ?[1-9] ?value(?:s|\(s\))?|variant (?:title|options?)", re.IGNORECASE
)
_OF_VARIANT = re.compile(r"variant[ _](?=[A-Za-z])", re.IGNORECASE)


def is_variant_value(heading: str) -> bool:
    """Return whether a column has values by which variants of a product differ: ``Option1 Value``."""
    return _VARIANT_VALUE.fullmatch(" ".join(heading.split())) is not None


def variant_heading(heading: str) -> str:
    """Return a heading of a shop's variants without that word: ``SKU`` for ``Variant SKU``."""
    return "name" if is_variant_value(heading) else _OF_VARIANT.sub("", heading, count=1)
