"""The grammar of specs."""

import string
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from netfloor.foundation.errors import InputError
from netfloor.topologies.spec import FAMILIES, build, parse_spec

VALUES = st.text(string.ascii_letters + string.digits + ":x.-", min_size=1, max_size=9)
NAMES = st.from_regex(r"[a-z_][a-z0-9_-]{0,8}", fullmatch=True)
#: Families that stand before a colon and split what follows at commas.
PLAIN = [name for name, family in FAMILIES.items() if name != "product" and not family.takes_path]
#: Two factors that any product may have.
FACTORS = ["complete:3", "circulant:5:1,2"]


@given(
    st.sampled_from(PLAIN),
    st.lists(VALUES, max_size=5),
    st.dictionaries(NAMES, VALUES, max_size=4),
)
def test_parsing_gives_back_what_was_joined(
    family: str, positional: list[str], named: dict[str, str]
) -> None:
    """Values and name=value, joined with commas, come back raw and in order."""
    if not positional and not named:
        return
    parts = positional + [f"{name}={value}" for name, value in named.items()]
    found, parameters = parse_spec(f"  {family}: {' , '.join(parts)} \n")
    assert found is FAMILIES[family]
    assert parameters.positional == tuple(positional)
    assert dict(parameters.named) == named


@pytest.mark.parametrize(
    ("spec", "path", "named"),
    [
        ("file:mine.edges", "mine.edges", {}),
        ("file:a:b.edges", "a:b.edges", {}),
        ("file:a,b.edges", "a,b.edges", {}),
        ("file:a=1,a=2.edges", "a=1,a=2.edges", {}),
        ("file:x,format=edges", "x", {"format": "edges"}),
        ("file:x,y,format=edges,endpoints=3", "x,y", {"format": "edges", "endpoints": "3"}),
        ("file:k=v,endpoints=3", "k=v", {"endpoints": "3"}),
        ("file:a*b.edges", "a*b.edges", {}),
        ("file:a.edges*complete:4", "a.edges*complete:4", {}),
    ],
)
def test_paths_keep_their_commas_and_colons(spec: str, path: str, named: dict[str, str]) -> None:
    """Only ``format=`` and ``endpoints=`` at the end are options of a file."""
    _, parameters = parse_spec(spec)
    assert parameters.positional == (path,)
    assert dict(parameters.named) == named


def test_name_is_the_spec_as_typed() -> None:
    """Blanks around a spec go, the rest stays."""
    assert build(" lps: 5,  7 ").name == "lps: 5,  7"


@pytest.mark.parametrize("spec", ["lps:p=5,q=7", "lps:q=7,p=5", "lps:5,q=7", "lps:q=7,5"])
def test_required_parameters_may_be_named(spec: str) -> None:
    """A named parameter means the same as a positional one."""
    assert np.array_equal(build(spec).links, build("lps:5,7").links)


@pytest.mark.parametrize(
    ("spec", "argument", "expected"),
    [
        ("lps:3,5", None, 0),
        ("lps:3,5", 4, 4),
        ("lps:3,5,endpoints=2", None, 2),
        ("lps:3,5,endpoints=2", 4, 2),
        ("lps:3,5,endpoints=0", 4, 0),
    ],
)
def test_endpoints_of_the_spec_beat_the_argument(spec: str, argument: int | None, expected: int) -> None:
    """Endpoints per router come from the spec, else the argument, else there are none."""
    topology = build(spec, endpoints=argument, link_gbps=200.0)
    assert topology.endpoints.tolist() == [expected] * 120
    assert topology.link_gbps == 200.0


@pytest.mark.parametrize(
    ("spec", "argument", "expected"),
    [
        ("dragonfly:a=4,p=2,h=2", None, 2),
        ("dragonfly:a=4,p=2,h=2", 5, 2),
        ("dragonfly:a=4,h=2", None, 2),
        ("dragonfly:a=4,h=2", 5, 5),
        ("dragonfly:a=4,h=2,endpoints=3", 5, 3),
        ("dragonfly:4", None, 0),
        ("dragonfly:4", 5, 5),
        ("complete:2*dragonfly:a=4,p=2,h=2", 5, 2),
        ("complete:2*dragonfly:a=4,h=2", 5, 5),
    ],
)
def test_endpoints_of_a_definition(spec: str, argument: int | None, expected: int) -> None:
    """Endpoints that the spec states beat the argument, those by default give way to it."""
    assert set(build(spec, endpoints=argument).endpoints.tolist()) == {expected}


@pytest.mark.parametrize(
    ("spec", "positional"),
    [
        ("complete:3*circulant:5:1,2", FACTORS),
        (" complete:3 * circulant:5:1,2 ", FACTORS),
        ("*".join(FACTORS * 3), FACTORS * 3),
    ],
)
def test_stars_part_the_factors_of_a_product(spec: str, positional: list[str]) -> None:
    """A product's parameters are the specs of its factors."""
    family, parameters = parse_spec(spec)
    assert family is FAMILIES["product"]
    assert list(parameters.positional) == positional
    assert dict(parameters.named) == {}


@pytest.mark.parametrize(
    "family", ["random:20,3", "skywalk:30,8", "jellyfish:20,3", "xpander:4,4", "random:6,3*complete:2"]
)
def test_seed_of_the_spec_beats_the_argument(family: str) -> None:
    """The seed comes from the spec, else the argument, and is recorded."""
    first, *others = family.split("*")
    named, argued = build("*".join([f"{first},seed=5", *others]), seed=9), build(family, seed=5)
    assert np.array_equal(named.links, argued.links)
    assert argued.parameters["seed"] == 5
    assert others or named.parameters["seed"] == 5
    assert not np.array_equal(named.links, build(family, seed=9).links)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("", ["names no family", "lps"]),
        ("   ", ["names no family"]),
        (":5,7", ["names no family"]),
        ("lsp:5,7", ["unknown family 'lsp'", "did you mean lps", "slimfly"]),
        ("LPS:5,7", ["did you mean lps"]),
        ("nonsense:1", ["unknown family", "known: lps, slimfly"]),
        ("mine.edges", ["file:mine.edges"]),
        ("C:\\nets\\mine.graphml", ["file:C:\\nets\\mine.graphml"]),
        ("lps", ["no parameters", "lps:p,q"]),
        ("lps:5,,7", ["empty parameter"]),
        ("lps:5,7,", ["empty parameter"]),
        ("lps:5,7,=3", ["''", "name=value"]),
        ("lps:5,7,endpoints=2,endpoints=3", ["endpoints is given twice"]),
        ("lps:5,p=5", ["p is given twice"]),
        ("lps:5,7,seed=3", ["unknown parameter 'seed'", "p, q, endpoints"]),
        ("lps:5,7,endpoints=-1", ["endpoints=-1"]),
        ("lps:5,7,endpoints=1e3", ["endpoints: '1e3' is not a whole number"]),
        ("lps:5,7,endpoints=", ["endpoints: has no value"]),
        ("lps:5.0,7", ["p: '5.0' is not a whole number"]),
        ("lps:\u0665,7", ["is not a whole number"]),
        ("lps:1_1,7", ["is not a whole number"]),
        ("lps:" + "7" * 5000 + ",5", ["number of 5,000"]),
        ("x" * 5000, ["5,000 characters"]),
        ("lps:5,7\x1b[31m", ["\\x1b"]),
        ("mine*.edges", ["file:mine*.edges"]),
        ("complete:3*", ["empty factor", "A*B"]),
        ("complete:3**complete:2", ["empty factor"]),
        ("*complete:3", ["unknown family"]),
        ("complete:3*cmplete:2", ["unknown family 'cmplete'", "did you mean complete"]),
        ("complete:3*lps:5,6", ["lps:5,6", "q=6 is not an odd prime"]),
        ("complete:3*file:a.edges", ["a graph file cannot be a factor"]),
        ("product:complete:3", ["no family name", "A*B"]),
        ("product:complete:3*complete:3", ["no family name", "A*B"]),
        ("complete:3,endpoints=2*complete:4,endpoints=2", ["endpoints is given twice"]),
        ("complete:3*complete:4,endpoints=", ["endpoints: has no value"]),
        ("dragonfly:a=4,p=2,h=2,endpoints=3", ["p and endpoints both", "give one"]),
        ("dragonfly:a=4,p=2,h=2*complete:3,endpoints=3", ["p and endpoints both"]),
        ("complete:3,2x=5", ["'2x' is not a parameter name"]),
    ],
)
def test_bad_specs_are_refused(spec: str, words: list[str]) -> None:
    """A wrong spec ends in one short printable line that names what is wrong."""
    with pytest.raises(InputError) as caught:
        build(spec)
    message = str(caught.value)
    assert all(word in message for word in words), message
    assert message.isprintable()
    assert len(message) < 400


@given(st.text(max_size=40))
def test_no_text_breaks_the_parser(text: str) -> None:
    """Whatever is typed, the parser answers or raises `InputError`."""
    try:
        family, _ = parse_spec(text)
    except InputError as error:
        assert str(error).isprintable()  # noqa: PT017 - either outcome is right
    else:
        assert family.name in FAMILIES


@pytest.mark.parametrize("arguments", [{"link_gbps": 0.0}, {"link_gbps": float("nan")}])
def test_link_rate_is_a_positive_number(arguments: dict[str, float]) -> None:
    """A rate that no link has is refused."""
    with pytest.raises(InputError, match="link rate"):
        build("lps:3,5", **arguments)


@pytest.mark.parametrize("name", FAMILIES)
def test_registry_is_consistent(name: str) -> None:
    """A family stands under its own name and its usage begins with it."""
    assert FAMILIES[name].name == name
    assert FAMILIES[name].usage.startswith(f"{name}:") or name == "product"


def test_importing_is_cheap() -> None:
    """The package loads without the libraries that only some networks need."""
    heavy = ("numba", "networkx", "galois", "matplotlib", "defusedxml")
    code = f"import sys, topologies; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)  # noqa: S603 - our own interpreter
    assert done.stdout.strip() == "[]"


def test_labels_do_not_depend_on_string_hashing() -> None:
    """Every family gives the same links whatever PYTHONHASHSEED is."""
    specs = ["lps:5,7", "slimfly:4", "slimfly:7", "random:60,7", "random:30,20", "skywalk:61,7"]
    specs += ["bundlefly:9,3", "dragonfly:a=4,h=2,g=5", "polarfly:8", "xpander:4,5", "circulant:9:2,3"]
    specs += ["complete:7*random:8,3"]
    code = (
        "import hashlib\nfrom netfloor.topologies.spec import build\n"
        f"for spec in {specs}:\n"
        "    print(hashlib.sha256(build(spec).links.tobytes()).hexdigest())"
    )
    runs = {
        subprocess.run(  # noqa: S603 - our own interpreter
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
        ).stdout
        for seed in ("0", "1")
    }
    assert len(runs) == 1
    assert len(runs.pop().split()) == len(specs)
