"""Write the facts of all frozen plans again: `python -m tests.plans.frozen`."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.plans.frozen.facts import facts
from tests.plans.frozen.plans import facts_file, make

with TemporaryDirectory(prefix="frozen-plans-") as folder:
    for name, path in make(Path(folder)).items():
        text = json.dumps(facts(path), indent=0, ensure_ascii=False)
        facts_file(name).write_text(f"{text}\n", encoding="utf-8")
        sys.stderr.write(f"{name}: {len(text):,} characters\n")
