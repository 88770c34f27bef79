r"""Differences that are intended, declared so that everything else must stay the same to the byte.

A rule is three texts: a regular expression for what the old side has, what stands there on the new side
(as `re.sub` takes it, ``\1`` is a group), and the reason. Rules are applied in this order to every file
of the old side before it is compared; ``^`` and ``$`` match at every line. Such as::

    (r'"mean_cable_m":', '"mean_length_m":', "the key is called as in every other document"),

A plan whose text changes has another SHA-256, which its own rule has to name, and so has what tells of it.
Take a rule out once the change is on both sides. `compare` names rules that changed nothing.
"""

#: Money that was called USD whatever its currency was; the old side had no currency beside it.
_WHY = "currency is a field beside the amount: with a cost set in EUR the old key cable_cost_usd was wrong"

INTENDED: tuple[tuple[str, str, str], ...] = (
    # report.json and what compare and report print as JSON
    (r'^( {6})"cable_cost_usd": (.*),$', r'\1"cable_cost": \2,\n\1"currency": "USD",', _WHY),
    (
        r'^( {8})"total_cost_usd_per_endpoint": (.*),$',
        r'\1"total_cost_per_endpoint": \2,\n\1"currency": "USD",',
        _WHY,
    ),
    # rows.csv: a column after those of the cable cost
    (r"^(kind,size_class,.*,cable_cost_usd_ratio),", r"\1,currency,", _WHY),
    (r'^((?:network|baseline)(?:,(?:"(?:[^"\n]|"")*"|[^,\n"]*)){62}),(?!USD,)', r"\1,USD,", _WHY),
    # the results file: schema 3, a column of the table networks, a field of the stored comparison
    (
        r"^PRAGMA user_version=2;$",
        "PRAGMA user_version=3;",
        "results files hold the currency",
    ),
    (r"^(CREATE TABLE networks \((?!.*currency).*)\);$", r"\1, currency TEXT);", _WHY),
    (r'^(INSERT INTO "networks" VALUES\((?!.*,\'USD\'\);$).*)\);$', r"\1,'USD');", _WHY),
    (r'("endpoints_per_router":[^{}]*\}),"rules":\[', r'\1,"currency":"USD","rules":[', _WHY),
    # every other place that names a key
    (r"\b((?:host_cable|cable|switch|total)_cost)_usd", r"\1", _WHY),
)
