"""The theorem behind each kind of lower bound, and its publications."""

from dataclasses import dataclass

from netfloor.layout.bounds.bound import BY_NETWORKS, EVERY, SOLVED, Bound
from netfloor.layout.bounds.clusters import METHOD as CLUSTERS
from netfloor.layout.bounds.spectral import METHOD as PAIRS


@dataclass(frozen=True)
class Publication:
    """A publication as a BibTeX key, kind and fields."""

    key: str
    kind: str
    fields: tuple[tuple[str, str], ...]

    def text(self) -> str:
        """Format authors, year, title and source on a line."""
        said = dict(self.fields)
        where = said.get("journal") or said.get("booktitle") or ""
        at = f" {said['volume']}" if "volume" in said else ""
        pages = f", {said['pages'].replace('--', '-')}" if "pages" in said else ""
        title = said["title"].replace("{", "").replace("}", "")
        authors = said["author"].replace(" and ", ", ")
        return f"{authors} ({said['year']}). {title}. {where}{at}{pages}."

    def bibtex(self) -> str:
        """Format the BibTeX entry."""
        lines = "".join(f"  {name} = {{{value}}},\n" for name, value in self.fields)
        return f"@{self.kind}{{{self.key},\n{lines}}}\n"


def _article(key: str, author: str, title: str, journal: str, year: str, **more: str) -> Publication:
    said = {"author": author, "title": title, "journal": journal, "year": year, **more}
    return Publication(key, "article", tuple(said.items()))


FIEDLER = _article(
    key="fiedler1973",
    author="Fiedler, M.",
    title="Algebraic connectivity of graphs",
    journal="Czechoslovak Mathematical Journal",
    year="1973",
    volume="23",
    pages="298--305",
)
MOHAR = Publication(
    "mohar1991",
    "incollection",
    (
        ("author", "Mohar, B."),
        ("title", "The {Laplacian} spectrum of graphs"),
        ("booktitle", "Graph Theory, Combinatorics, and Applications"),
        ("year", "1991"),
        ("volume", "2"),
        ("pages", "871--898"),
    ),
)
DIAMETER = _article(
    key="mohar1991diameter",
    author="Mohar, B.",
    title="Eigenvalues, diameter, and mean distance in graphs",
    journal="Graphs and Combinatorics",
    year="1991",
    volume="7",
    pages="53--64",
)
EXPANDER_FLOWS = _article(
    key="arora2009",
    author="Arora, S. and Rao, S. and Vazirani, U.",
    title="Expander flows, geometric embeddings and graph partitioning",
    journal="Journal of the ACM",
    year="2009",
    volume="56",
)
FINKE = Publication(
    "finke1987",
    "incollection",
    (
        ("author", "Finke, G. and Burkard, R. E. and Rendl, F."),
        ("title", "Quadratic assignment problems"),
        ("booktitle", "Surveys in Combinatorial Optimization"),
        ("year", "1987"),
        ("pages", "61--82"),
    ),
)
HADLEY = _article(
    key="hadley1992",
    author="Hadley, S. W. and Rendl, F. and Wolkowicz, H.",
    title="A new lower bound via projection for the quadratic assignment problem",
    journal="Mathematics of Operations Research",
    year="1992",
    volume="17",
    pages="727--739",
)
GILMORE = _article(
    key="gilmore1962",
    author="Gilmore, P. C.",
    title="Optimal and suboptimal algorithms for the quadratic assignment problem",
    journal="Journal of the Society for Industrial and Applied Mathematics",
    year="1962",
    volume="10",
    pages="305--313",
)
LAWLER = _article(
    key="lawler1963",
    author="Lawler, E. L.",
    title="The quadratic assignment problem",
    journal="Management Science",
    year="1963",
    volume="9",
    pages="586--599",
)
ZHAO = _article(
    key="zhao1998",
    author="Zhao, Q. and Karisch, S. E. and Rendl, F. and Wolkowicz, H.",
    title="Semidefinite programming relaxations for the quadratic assignment problem",
    journal="Journal of Combinatorial Optimization",
    year="1998",
    volume="2",
    pages="71--109",
)
DING = _article(
    key="ding2009",
    author="Ding, Y. and Wolkowicz, H.",
    title="A low-dimensional semidefinite relaxation for the quadratic assignment problem",
    journal="Mathematics of Operations Research",
    year="2009",
    volume="34",
    pages="1008--1022",
)


@dataclass(frozen=True)
class Theorem:
    """The reason that no placement costs less than a bound.

    Without publications, the statement is the proof.
    """

    statement: str
    publications: tuple[Publication, ...] = ()


_CUTS = (
    "A line between two rows of slots with s of n switches on one side is crossed by at least "
    "lambda s (n - s) / n links, lambda the second eigenvalue of the network's Laplacian; every crossing "
    "is as long as the gap under the line, and the least sum over all lines bounds the cable."
)
#: By the beginning of a bound's method; the longest match counts.
_THEOREMS = {
    "line cuts": Theorem(_CUTS, (FIEDLER, MOHAR)),
    "line cuts, expander flow": Theorem(
        f"{_CUTS} The eigenvalue is that of the network after a flow, which makes no cut larger.",
        (FIEDLER, MOHAR, EXPANDER_FLOWS),
    ),
    "line cuts, 4 / (n D)": Theorem(
        f"{_CUTS} The eigenvalue is at least 4 / (n D), D the diameter.", (FIEDLER, MOHAR, DIAMETER)
    ),
    CLUSTERS: Theorem(
        f"{_CUTS} Switches that the cheapest cuts never split cannot all be in one place, which adds the "
        "distances within these clusters.",
        (FIEDLER, MOHAR),
    ),
    PAIRS: Theorem(
        "With the network's Laplacian written as its second eigenvalue times a projection and a rest, the "
        "cable is at least the least scalar product of the eigenvalues of the rest and of the distances, "
        "and a quadratic form of the occupied slots; the best distances below the true ones solve a "
        "semidefinite relaxation of the assignment.",
        (FINKE, HADLEY, GILMORE, LAWLER, ZHAO, DING),
    ),
    EVERY: Theorem("Every placement was tried; the bound is the best of them."),
    SOLVED: Theorem("A complete branch and bound over rows and columns found no better placement."),
    BY_NETWORKS: Theorem(
        "The cable of several networks is at least the sum of the lower bounds of each network alone."
    ),
}
NO_THEOREM = Theorem("Nothing is proved.")


def theorem_of(bound: Bound) -> Theorem:
    """Return the theorem behind a bound; for networks bounded alone, the theorems of all of them."""
    begins = [method for method in _THEOREMS if bound.method.startswith(method)]
    own = _THEOREMS[max(begins, key=len)] if begins else NO_THEOREM
    parts = [theorem_of(network) for network in bound.networks or ()]
    statements = dict.fromkeys([own.statement, *(part.statement for part in parts)])
    publications = dict.fromkeys(
        [*own.publications, *(publication for part in parts for publication in part.publications)]
    )
    return Theorem(" ".join(statements), tuple(publications))
