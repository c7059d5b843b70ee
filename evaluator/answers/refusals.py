"""Replies that decline to answer: an outcome of its own, never a letter picked out of prose."""

from __future__ import annotations

import re

_ENGLISH = (
    "(?:i|we)(?:['’]m| am| are)? (?:sorry|unable|not able|not sure|afraid|unsure)",
    "(?:i|we) (?:cannot|can['’]t|can not|could not|couldn['’]t|do not|don['’]t|won['’]t|will not)",
    "(?:i|we) (?:must )?(?:decline|apologi[sz]e)",
    "sorry",
    "apologies",
    "(?:unable|impossible|not possible) to",
    "(?:cannot|can['’]t|can not|could not) be (?:determined|identified|recogni[sz]ed|answered|seen|read)",
    "(?:do not|don['’]t) know",
    "as an ai",
    "no image (?:is|was|has|provided|attached|given)",
    "(?:not enough|insufficient) information",
)
_OTHERS = (
    r"(?:ich |leider |man )?(?:kann|konnte) [^.\n]{0,60}nicht",
    r"tut mir leid",
    r"weiß [^.\n]{0,20}nicht",
    r"je ne (?:peux|sais) pas",
    "désolé",
    r"no (?:puedo|lo sé)",
    "lo siento",
    r"não (?:posso|sei)",
    "desculpe",
    r"non (?:posso|lo so)",
)
_EAST_ASIAN = (
    "无法|無法|不能确定|不知道|抱歉|对不起|對不起|看不清|看不到|分かりません|わかりません|できません"
)
_REFUSAL = re.compile(
    rf"\b(?:{'|'.join((*_ENGLISH, *_OTHERS))})(?![A-Za-z])|{_EAST_ASIAN}", re.ASCII | re.IGNORECASE
)
_LOOKED_AT = 400


def declines(text: str) -> bool:
    """Say whether a reply in which no answer was found declines, at its start or end, to give one."""
    return bool(_REFUSAL.search(text[:_LOOKED_AT]) or _REFUSAL.search(text[-_LOOKED_AT:]))
