"""Fields of device and cable lists, and the headings that name them."""

from netfloor.exchange.lists.cells.media import is_type
from netfloor.exchange.tables.fields import BAY_TEXT, UNIT_TEXT
from netfloor.exchange.tables.subject import (
    COUNT,
    LENGTH,
    NUMBER,
    PORTS,
    RATE,
    WATTS,
    TableField,
    TableSubject,
    compact,
)

RACKS = (
    "rack,cabinet,rack name,rack id,rack no,rack number,rack nr,cabinet name,schrank"
    ",rackname,gestell,baie,armoire,armario,gabinete,kast,serverkast,armadio"
    ",bastidor,rek,estante,rastrelliera"
)
AREAS = (
    "aisle,cold aisle,hot aisle,row,row name,row id,rack row,hall,data hall,room,room name,server room"
    ",suite,cage,site,building,data center,datacenter,data centre,datacentre,gang,kaltgang,reihe"
    ",schrankreihe,raum,serverraum,saal,gebaude,rechenzentrum,allee,rangee,salle,batiment,pasillo,fila,sala"
    ",edificio"
)
UNITS = (
    "unit,u,ru,rack unit,rack u,u position,rack position,position,pos,startingu,starting u,start u,einheit"
    ",hoheneinheit,he,he position,start he,unterste he,he von"
    ",he unten,bottom u,lowest u,start unit,u start,start at,start at u,shelf u"
    ",u bottom,u lowest,unit bottom,unit lowest,ru bottom,ru lowest,lowest unit,bottom unit,u unten"
    ",einbauposition,unite,position u,unidad,posicion,ru position,ru start,ru number,ru no,start ru"
    ",starting ru,starting unit,starting rack unit,bottom ru,lowest ru,ru location,u location,u number,u no"
    ",u pos,rack ru,rack u position,rack unit position,u slot,rack slot,rack slot number,posicion u"
    ",posicion ur,ur,unidad rack,u debut,u basse,u bas,position en u,emplacement u"
    ",positie,posizione,posicao"
)
#: SHCD's Location is a unit if its cells match this. Another text behind a unit with its word, ``u21xx``,
#: is refused where it is read: its device must not be placed elsewhere.
_UNIT_PATTERN = rf"(?i:{UNIT_TEXT}(?:\.0|{BAY_TEXT})?|(?:r?u|ou|ur|he)\s?[0-9]{{1,2}}(?![0-9]).{{0,12}})"
#: Rack and unit in one cell, ``A1-U38``; a unit is not a rack.
_RACK = r"(?!(?:[rR]?[uU]|HE)\s?[0-9]{1,3}(?![0-9A-Za-z]))(.{1,40}?)"
_UNIT = rf"(?:[rR]?[uU]|HE|[pP]os(?:ition|\.)?)\s?([0-9]{{1,2}})(?:-[0-9]{{1,2}})?((?i:{BAY_TEXT})?)"
PLACE_PATTERN = rf"{_RACK}\s{{0,3}}[-/:.,> ]\s{{0,3}}{_UNIT}"
_PLACES = (
    "rack place,rack and unit,rack and u,data center position,datacenter position,position in data center"
    ",position dans le centre de donnees,posicion en el centro de datos,position im rechenzentrum"
)
_LIKELY_PLACES = (
    "rack u,rack unit,rack ru,rack he,rack,cabinet,location,position,rack position,standort,schrank,platz"
)
_LIKELY = "location,u height,height,standort,emplacement,ubicacion,device location"
_EQUIPMENT = (
    "type equipement,type d equipement,type d appareil,tipo equipo,tipo de equipo,tipo de dispositivo"
)
_OF_ELEMENT = "associated item type,type d element associe,type d element,tipo de elemento"
_SHORT_TYPES = "type,kind,role,device type,node type,device role,typ,rolle,gerateart,tipo,rol"
_TYPES = f"{_SHORT_TYPES},{_OF_ELEMENT},{_EQUIPMENT}"

_ROLES = (
    "role,device role,type,device type,node type,objekttyp,object type,typ,rolle,class,category"
    ",art,gerateart,geratetyp,klasse,kategorie,genre,categorie,clase,categoria"
    f",funktion,fonction,function,tipo,rol,ruolo,{_EQUIPMENT}"
)
_MODELS = (
    "modell,modele,modelo,hardware,model name,device model,hardware model,equipment model,asset model"
    ",model no,model number,product,product name,geratemodell,hersteller modell,manufacturer model"
    ",make model,make and model,vendor model,fabricant modele,marque modele,fabricante modelo,marca modelo"
)
#: Extra device columns whose words may give the kind, in `compact` form.
KIND_HEADINGS = frozenset(
    map(
        compact,
        f"{_ROLES},object,usage,use,purpose,zweck,asset type,item type,device class,asset class"
        ",device category,subclass,template,device function".split(","),
    )
)

DEVICES = TableSubject(
    "devices",
    (
        TableField(
            "name",
            "device,device name,hostname,host,node,node name,system name,asset name"
            ",gerat,geratename,bezeichnung,geratebezeichnung,objekt,objekttitel,objektbezeichnung,titel,object"
            ",object title,knoten,nom,appareil,equipement,nombre,equipo,dispositivo,switch,server"
            ",rackelement,rack element,standortelement,naam,nome,apparaat,apparaatnaam",
            needed=True,
            likely="label,device label",
            pattern=r".+",
        ),
        TableField("kind", "device kind"),
        TableField("role", _ROLES, lenient=True),
        TableField("model", _MODELS, likely="typ,type,device type,geratetyp,object type,tipo"),
        TableField("rack", RACKS, likely="standort", pattern=r"(?![0-9]{1,3}\Z)(?!.*/.*/).+"),
        TableField("unit", UNITS, likely="location", pattern=_UNIT_PATTERN),
        TableField(
            "height",
            "height u,u height,ru height,size,size u,u size,rack units,number of units"
            ",u hohe,hohe u,hohe in he,hohe,hohe he,bauhohe,hoheneinheiten,anzahl he,hauteur,altura"
            ",ru size,size ru,rus,ru count,u count,units occupied,occupied units,form factor,einschubhohe"
            ",einbauhohe,hauteur u,hauteur en u,taille u,nombre d u,nb u,altura u,tamano u,u ocupadas",
            COUNT,
        ),
        TableField(
            "watts",
            "power,power draw,max power,nominal watts,nennleistung,watt,leistung,leistungsaufnahme"
            ",stromverbrauch,puissance"
            ",consommation,potencia,consumo,kw",
            WATTS,
        ),
        TableField(
            "face",
            "rack face,side,back side,seite,face avant ou arriere,cara",
            likely="orientation,mounting,mounted,orientierung,montage,montagerichtung,orientacion",
            pattern=r"(?i:front|rear|back)",
        ),
        TableField("feed", "power feed,einspeisung,alimentation,alimentacion"),
        TableField("kg", "weight,mass,gewicht,masse,poids,peso", NUMBER),
        TableField(
            "depth", "half depth,is half depth,full depth,is full depth,tiefe,profondeur,profundidad"
        ),
        TableField("network", "netz,netzwerk,reseau,red"),
        TableField(
            "inlets",
            "inlet,power inlets,power ports,power supplies,psus,psu,netzteile,alimentations"
            ",fuentes de alimentacion",
            PORTS,
        ),
        TableField(
            "outlets",
            "outlet,power outlets,sockets,receptacles,steckdosen,prises,prises de courant,tomas"
            ",tomas de corriente",
            PORTS,
        ),
        TableField(
            "rating",
            "rated power,pdu rating,rated current,rated load,nennstrom,bemessungsstrom,courant nominal"
            ",corriente nominal",
        ),
        TableField("area", AREAS, several=True, kept=True),
        TableField("place", _PLACES, likely=_LIKELY_PLACES, pattern=PLACE_PATTERN),
    ),
    used_later=KIND_HEADINGS,
    later_use="kind it names",
    has_free_units=True,
)
#: Field of a column with both ends of a cable, which is split into separate columns.
BOTH_ENDS = "both_ends"
#: Extra columns that may give medium and rate of a cable, in `compact` form.
MEDIA_HEADINGS = frozenset(
    {"typ", "type", "cabletype", "kabeltyp", "kabelart", "media", "medium", "mediatype", "cablemedia"}
    | {"cordtype", "patchtype", "linktype", "connectiontype", "interconnect", "cable", "kabel", "cablekind"}
    | {"cord", "patchcord", "patchkabel", "cordon", "jarretiere", "latiguillo", "cordmedia"}
    | {
        "patchcable",
        "patchkabels",
        "netzwerkkabel",
        "leitung",
        "cavo",
        "bretella",
        "bretellaottica",
        "snoer",
    }
    | {"typedecable", "typedecordon", "typecable", "tipodecable", "tipocable", "tipo", "medio", "support"}
)
#: Extra columns with the mode of a port, such as ``4x100G``, whose legs have the rate, in `compact` form.
MODE_HEADINGS = frozenset(
    {"mode", "portmode", "speedmode", "breakoutmode", "interfacemode", "modus", "modo"}
)
#: Extra columns that number the legs of a breakout cable.
LANE_HEADINGS = frozenset(
    {"lane", "lanes", "laneno", "lanenumber", "leg", "legs", "legno", "channel", "breakout", "breakoutport"}
    | {"breakoutlane", "breakoutleg", "subport", "fanout", "split", "splitport", "kanal", "canal"}
)
#: Extra columns of free text that may name them, if no other column does.
DESCRIPTION_HEADINGS = frozenset(
    {"description", "cabledescription", "beschreibung", "designation", "descripcion", "part", "partnumber"}
    | {
        "details",
        "cabledetails",
        "cablepart",
        "model",
        "sku",
        "item",
        "product",
        "artikel",
        "material",
        "bezeichnung",
    }
)
CABLES = TableSubject(
    "cables",
    (
        TableField(
            "device",
            "switch,node,host,hostname,name,router,server,system,equipment,gerat,geratename,knoten,rechner,appareil"
            ",equipement,noeud,commutateur,serveur,equipo,dispositivo,nodo,conmutador,servidor,nom,nombre,asset,box"
            ",bezeichnung,geratebezeichnung,objekt,objekttitel,objektbezeichnung,object,associated item"
            ",node desc,node description,port node desc"
            ",element,component,komponente,associated element,element associe,elemento asociado"
            ",objet,objeto,oggetto,apparaat,toestel,apparato",
            needed=True,
            sided=True,
            likely="panel,patch panel,patchpanel,patchfeld,rangierfeld,spleissbox,odf,cassette,panneau"
            ",bandeau,tiroir,drawer,tiroir optique,paneel,patchpaneel,pannello",
            pattern=".+",
        ),
        TableField(
            "port",
            "ports,socket,hca port,interface,interface name,if,ifname,intf,int,anschluss,schnittstelle"
            ",buchse,prise,puerto,interfaz,port name,port number,port nr,port label,port id,nic"
            ",poort,poortnummer,poort nr,aansluiting,porta"
            ",port num,port port num",
            sided=True,
        ),
        TableField("rack", RACKS, sided=True),
        TableField("unit", UNITS, sided=True, likely=_LIKELY, pattern=_UNIT_PATTERN),
        TableField("slot", "card,adapter,hca,tray,steckplatz,ranura", sided=True),
        TableField("type", _TYPES, sided=True),
        TableField("model", _MODELS, sided=True, kept=True),
        TableField(
            "length",
            "cable length,cord length,route length,len,lange,kabellange,longueur,longueur de cable"
            ",longitud,longitud del cable,lengte,kabellengte,lunghezza,comprimento",
            LENGTH,
            likely="long,cable long",
            pattern=r"[0-9]{1,6}(?:[.,][0-9]{1,4})?(?: ?[A-Za-z]{1,6})?",
        ),
        TableField(
            "length_unit", "unit of length,length uom,langeneinheit,unite de longueur,unidad de longitud"
        ),
        TableField(
            "rate",
            "speed,gbps,active speed,link rate,link speed,bandwidth,data rate,line rate"
            ",speed data rate,geschwindigkeit,datenrate"
            ",bandbreite,debit,vitesse,velocidad,ancho de banda,linkrate,linkspeed"
            ",geschw,geschwindigk,ubertragungsrate,bandbr,bw,spd,vit,vel,veloc",
            RATE,
            pattern=r"(?=.*[0-9]).+|-|auto|n/?a|none",
        ),
        TableField("rate_unit", "unit of rate,speed unit,bandwidth unit"),
        TableField("count", "cables,multiplicity,quantity,qty,anzahl,menge,quantite,cantidad", COUNT),
        TableField(
            "id",
            "cable id,cable number,cable no,cord id,kabelnummer,kabel nr,kabel id,connection id"
            ",numero de cable,id de cable,n de cable,no de cable,no cable,n cable,cord number,cord no"
            ",n cordon,no cordon,n de cordon,no de cordon,numero de cordon"
            ",n jarretiere,numero de jarretiere",
            likely="cable label,cable name,cable tag,cord label,cord name,cord tag"
            ",kabelbezeichnung,kabelname,kabelbeschriftung,label"
            ",beschriftung,etiquette,etiqueta,connection,connection name,verbindung,link id,link name"
            ",cable,kabel,link,identifier,run number,lfd nr,lfd no,laufende nummer,nr,no,num,numero"
            ",item no,pos,repere,repere cable,reference cable,cable ref,cable reference,cable tag id"
            ",etiquette cable,identificador,marca"
            ",cord,patchkabel,patchcord,patch cord,patch cable,netzwerkkabel,leitung,cordon,jarretiere"
            ",latiguillo,cavo,bretella,bretella ottica,patchkabels,snoer"
            ",circuit id,circuit,run id,run no,trunk id,patch id,patch no,patch nr,patch num,patch number"
            ",xc id,xc no,cross connect id,cross connect no,crossconnect id,kabelnr,verbinding id"
            ",no patch,n patch,ref,ref no,ref nr,referenz,referencia",
            pattern=r"(?=.*[0-9]).+",
            distinct=True,
            excludes=is_type,
        ),
        TableField("area", AREAS, sided=True, several=True, kept=True),
        TableField("panel_side", "side of panel", sided=True),
        TableField("via", "via panels,through panels,uber panels,par panneaux,por paneles"),
        TableField(
            "installed", "fixed,existing,is installed,installiert,fest,vorhanden,installe,instalado"
        ),
        TableField("fibre", "fiber,fibre type,fiber type,faser,fasertyp,type de fibre,tipo de fibra"),
        TableField("piece", "piece id,breakout id,breakout cable id"),
        TableField("form", "cage,cage form"),
        TableField("form_a", "cage a,cage form a"),
        TableField("form_b", "cage b,cage form b"),
        TableField("loss", "loss db,measured loss,insertion loss,measured loss db,insertion loss db"),
        TableField("place", _PLACES, sided=True, likely=_LIKELY_PLACES, pattern=PLACE_PATTERN),
        TableField(BOTH_ENDS, "a b,ends,both ends of cable"),
    ),
    used_later=MEDIA_HEADINGS | DESCRIPTION_HEADINGS | MODE_HEADINGS | LANE_HEADINGS,
    later_use="medium, rate or lane it names",
)
