"""Japanese words of headings and kinds in English, so that one table of words reads both."""

import re
from functools import lru_cache

#: English words by Japanese ones; the longest that fits counts.
_WORDS = {
    "接続元": "from",
    "接続先": "to",
    "送信元": "source",
    "宛先": "destination",
    "始点": "from",
    "終点": "to",
    "対向": "far",
    "ラック・ユニット": "rack unit",
    "ラックユニット": "rack unit",
    "ユニット": "unit",
    "搭載位置": "rack unit",
    "ラック": "rack",
    "キャビネット": "cabinet",
    "ポート": "port",
    "インターフェイス": "interface",
    "インターフェース": "interface",
    "インタフェース": "interface",
    "デバイス": "device",
    "装置": "device",
    "機器": "device",
    "コンポーネント": "component",
    "ホスト": "host",
    "サーバー": "server",
    "サーバ": "server",
    "スイッチ": "switch",
    "ルーター": "router",
    "ルータ": "router",
    "リーフ": "leaf",
    "スパイン": "spine",
    "パッチパネル": "patch panel",
    "パネル": "panel",
    "ストレージ": "storage",
    "コンピュート": "compute",
    "ノード": "node",
    "ケーブル": "cable",
    "長さ": "length",
    "ケーブル長": "cable length",
    "速度": "speed",
    "帯域": "bandwidth",
    "型番": "model",
    "モデル": "model",
    "種別": "type",
    "種類": "type",
    "タイプ": "type",
    "状態": "status",
    "ステータス": "status",
    "番号": "number",
    "名前": "name",
    "名": "name",
    "または": "or",
    "および": "and",
    "及び": "and",
    "と": "and",
    "の": "",
    "側": "side",
}
_KNOWN = re.compile("|".join(sorted(_WORDS, key=len, reverse=True)))
_LETTER = re.compile("[\u3040-\u30fb\u30fd-\u30ff\u3400-\u9fff]")
#: Words behind a noun that name its end.
_FROM, _TO = "から", "へ"


@lru_cache(4096)
def in_english(text: str) -> str:
    """Return a text with its Japanese words in English: ``ポートから`` is ``from port``; others stay."""
    if _LETTER.search(text) is None:
        return text
    for behind, side in ((_FROM, "from"), (_TO, "to")):
        if text.rstrip().endswith(behind):
            text = f"{side} {text.rstrip().removesuffix(behind)}"
    return " ".join(_KNOWN.sub(lambda match: f" {_WORDS[match[0]]} ", text).replace("\u30fb", " ").split())
