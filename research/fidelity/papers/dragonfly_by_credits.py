"""The dragonfly's figures with outstanding credits counted: one seed, before the protocol.

They are computed as those beside them, from the results that commit eff93299 replaced
(``git show eff93299^:docs/fidelity/dragonfly-figure-16.json``, and so on): the same networks, delays and
speedup, an earlier rule of the warm-up. They judge nothing and are not measured again. Where a row is
missing, that run has no figure.
"""

#: By row, as in the exhibits of Figures 8 to 12, 14 and 16.
BY_CREDITS: dict[str, float | str] = {
    "MIN, worst case: accepted": 0.0312557,
    "VAL, worst case: accepted": 0.472185,
    "VAL, uniform: accepted": 0.495884,
    "UGAL-G over MIN, uniform: accepted": 0.985645,
    "UGAL-L over MIN, uniform: accepted": 0.967727,
    "UGAL-L over MIN, uniform, highest load that both carry: latency": 1.17889,
    "UGAL-G over MIN, uniform, highest load that both carry: latency": 1.29246,
    "UGAL-G over VAL, worst case: accepted": 0.8193,
    "UGAL-L, worst case: highest load carried": 0.1,
    "UGAL-L, worst case: accepted in overload": 0.224189,
    "UGAL-G over MIN, uniform: highest load carried": 1.0,
    "UGAL-L over MIN, uniform: highest load carried": 0.882353,
    "UGAL-G over VAL, worst case: highest load carried": 0.666667,
    "UGAL-L: accepted over offered at 0.2": 0.963878,
    "UGAL-L: channels of the same switch over the others": 0.191552,
    "UGAL-G: channels of the same switch over the others": 1.01751,
    "UGAL-G: the minimal channel over the others": 2.7266,
    "UGAL-L_VC below UGAL-G, uniform: accepted, %": 12.041,
    "UGAL-L_VCH over UGAL-G, uniform: accepted": 0.922503,
    "UGAL-L_VCH over UGAL-G, uniform at 0.8: latency": "not carried",
    "UGAL-L_VC over UGAL-G, worst case: accepted": 1.09004,
    "UGAL-L_VCH over UGAL-L_VC, worst case: accepted": 0.940994,
    "UGAL-L_VCH over UGAL-G, worst case at 0.2: latency": 1.34062,
    "UGAL-L_VC below UGAL-G, uniform: highest load carried, %": 12.5,
    "UGAL-L_VCH over UGAL-G, uniform: highest load carried": 0.875,
    "UGAL-L_VC over UGAL-G, worst case: highest load carried": 1.0,
    "UGAL-L_VCH over UGAL-L_VC, worst case: highest load carried": 1.0,
    "minimal over other packets at 0.1, 16 flits: latency": 2.47867,
    "256 flits over 16 at 0.1, minimal packets: latency": 9.50897,
    "other packets of UGAL-L over UGAL-G at 0.1, 16 flits: latency": 1.02838,
    "256 flits over 16 at 0.1, other packets: latency": 1.00013,
    "16 flits: share of the steps of load up to saturation in which latency falls": 0.0,
    "at 0.15, 16 flits: median of minimal over 99th percentile of others": 1.48,
    "at 0.1, 256 flits: median of minimal over 99th percentile of others": 16.6875,
    "at 0.1, 256 flits: share of minimal packets": 0.31383,
    "at 0.05, 256 flits: share of minimal packets": 0.60327,
    "steps from 4 to 64 flits in which latency at 0.1 rises, of 4": 4.0,
    "minimal packets at 0.1: latency added from 32 to 64 flits over 16 to 32": 1.9947,
    "4 flits over 64: highest load carried": 0.5,
    "4 flits over 64: accepted in overload": 0.765159,
    "UGAL-L_CR below UGAL-L, worst case, 16 flits: latency, up to %": 32.8407,
    "UGAL-L over UGAL-L_CR, worst case, 256 flits: latency, up to": 12.9164,
    "the same, of minimal packets alone": 24.4416,
    "UGAL-L_CR, worst case at 0.2, 256 flits over 16: latency": 1.00679,
    "UGAL-L_CR over UGAL-G, worst case at 0.1, 16 flits: latency": 1.09434,
    "UGAL-L_CR below UGAL-L_VCH, uniform, 16 flits: latency, up to %": 60.8918,
    "UGAL-L_CR below UGAL-L_VCH, uniform at 0.7, 256 flits: latency, %": 2.16337,
}
