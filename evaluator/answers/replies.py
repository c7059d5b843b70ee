"""What of a raw reply counts: reasoning, channels, end-of-turn debris and invented turns removed.

Policies P01 (only what follows the reasoning is the answer; an answer before a block that is never
closed still counts), P07 (a base model that goes on with a question of its own), P22 (linear time).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

WINDOW = 50_000
"""Characters kept at the start and at the end of a very long reply; an answer stands at one of them."""

WRAPPERS = 8
"""Wrappers (quotes, bold, code ...) taken off one answer, one within the other."""

INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"
"""Zero-width characters, which are trimmed like blanks."""

BLANKS = INVISIBLE + " \t\n\r\f\v\u00a0\u3000\u2028\u2029"

_OPENING = (
    r"<\s*(?:think|thinking|thought|thoughts|reasoning|reason|scratchpad|reflection|analysis|seed:think)"
    r"(?:\s[^<>\n]{0,80})?>"
    r"|\[THINK\]|\u25c1think\u25b7|<\|(?:begin_of_thought|START_THINKING|think|thinking)\|>|<unused94>"
)
_CLOSING = (
    r"<\s*/\s*(?:think|thinking|thought|thoughts|reasoning|reason|scratchpad|reflection|analysis|seed:think)\s*>"
    r"|\[/THINK\]|\u25c1/think\u25b7|<\|(?:end_of_thought|END_THINKING|/think|/thinking)\|>|<unused95>"
    r"|^\.\.\.done thinking\.$"
)
_MARKS = re.compile(f"(?P<open>{_OPENING})|(?P<close>{_CLOSING})", re.ASCII | re.IGNORECASE | re.MULTILINE)
_CHANNEL = re.compile(
    r"<\|channel\|>\s*([a-z]{1,20})[^<>\n]{0,80}(?:<\|constrain\|>[^<>\n]{0,80})?<\|message\|>"
)
_CHANNEL_END = re.compile(r"<\|(?:end|return|start|call|channel)\|>")
# the same format after its special tokens were dropped from the text
_FLAT_CHANNELS = re.compile(r"\A(?:analysis|commentary).{0,1000000}assistantfinal", re.DOTALL)
_LEADING = re.compile(
    r"\A(?:\s|<s>|<bos>|<\|begin_of_text\|>|<\|START_OF_TURN_TOKEN\|>|<\|CHATBOT_TOKEN\|>"
    r"|(?:<\|im_start\|>|<start_of_turn>|<\|start_header_id\|>)\s*(?:assistant|model)?\s*(?:<\|end_header_id\|>)?"
    r"|</s>|<\|(?:im_end|endoftext|assistant)\|>|<\uff5c[Aa]ssistant\uff5c>|\[/INST\])+"
)
_TURN_END = re.compile(
    r"</s>|<eos>|<pad>|<end_of_turn>|<end_of_utterance>|\[/?INST\]|<\|(?:im_end|im_start|endoftext|eot_id|eom_id|end"
    r"|end_of_text|return|endofassistant|END_OF_TURN_TOKEN|user|system|observation|eos)\|>"
    r"|<\uff5c(?:end\u2581of\u2581sentence|[Uu]ser)\uff5c>|<start_of_turn>"
)
_NEW_QUESTION = re.compile(
    r"^[ \t]*(?:[#*_>-]{1,6}[ \t]*)?(?:next |new |follow-up )?"
    r"(?:Questions?|Q|Frage|Pregunta|Pergunta|Domanda|\u95ee\u9898|\u554f\u984c|\u9898\u76ee|\u984c\u76ee|\u8cea\u554f"
    r"|Human|User|Instruction)"
    r"(?:[ \t]{0,2}\d{1,4})?(?:\*\*|__)?[ \t]{0,2}[:\uff1a]",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The part of a reply that counts.

    `text` has blanks trimmed, `steps` says what was removed.
    """

    text: str
    steps: tuple[str, ...]


def counted_part(raw: str) -> Reply:
    """Return the part of a raw reply that counts."""
    steps: list[str] = []
    text = _LEADING.sub("", _without_reasoning(raw, steps))
    end = _first_with_text_before(_TURN_END, text)
    if end is not None:
        text = text[:end]
        steps.append("cut at an end-of-turn token")
    question = _first_with_text_before(_NEW_QUESTION, text)
    if question is not None:
        text = text[:question]
        steps.append("cut at a new question")
    text = text.strip(BLANKS)
    if len(text) > 2 * WINDOW:
        steps.append(f"looked at the first and last {WINDOW} of {len(text)} characters")
        text = f"{text[:WINDOW]}\n\n{text[-WINDOW:]}"
    return Reply(text=text, steps=tuple(steps))


def _first_with_text_before(pattern: re.Pattern[str], text: str) -> int | None:
    """Return where a pattern first matches with something other than blanks before it."""
    start = len(text) - len(text.lstrip(BLANKS))
    for match in pattern.finditer(text):
        if match.start() > start:
            return match.start()
        start = match.end()
    return None


def _without_reasoning(raw: str, steps: list[str]) -> str:
    if "<|channel|>" in raw:
        return _final_channel(raw, steps)
    flat = _FLAT_CHANNELS.match(raw)
    if flat:
        steps.append("kept the final channel")
        return raw[flat.end() :]
    visible: list[str] = []
    start, inside = 0, False
    for mark in _MARKS.finditer(raw):
        if mark.lastgroup == "open":
            if not inside:
                visible.append(raw[start : mark.start()])
            inside = True
        else:
            # the opening mark of the first block may have been part of the prompt
            if not inside:
                visible.clear()
            inside, start = False, mark.end()
    if not inside:
        visible.append(raw[start:])
    if start or inside:
        steps.append("reasoning never closed" if inside else "reasoning removed")
    return "\n".join(visible)


def _final_channel(raw: str, steps: list[str]) -> str:
    final = None
    for channel in _CHANNEL.finditer(raw):
        if channel[1] == "final":
            final = channel
    if final is None:
        steps.append("no final channel")
        return ""
    steps.append("kept the final channel")
    end = _CHANNEL_END.search(raw, final.end())
    return raw[final.end() : end.start() if end else len(raw)]
