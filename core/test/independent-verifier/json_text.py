"""Strict I-JSON and JCS, as docs/formats.md has them at its beginning."""
import json
from decimal import Decimal

DEEPEST = 64


class NotJson(ValueError):
    pass


def number_of(text):
    """An int where the value is whole, else a Decimal with the digits that JCS writes."""
    double = float(text)
    if double in (float("inf"), float("-inf")):
        raise NotJson(f"{text[:40]} has no double")
    shortest = Decimal(repr(double))
    if Decimal(text) != shortest:
        raise NotJson(f"{text[:40]} does not keep its value in a double")
    return int(shortest) if shortest == shortest.to_integral_value() else shortest


def object_of(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise NotJson("a member name stands twice")
    return members


def no_constant(text):
    raise NotJson(f"{text} is no JSON")


def check(value, depth):
    if isinstance(value, str):
        value.encode()  # a lone surrogate has no UTF-8
    elif isinstance(value, (list, dict)):
        if depth > DEEPEST:
            raise NotJson("too many levels")
        for member in value.values() if isinstance(value, dict) else value:
            check(member, depth + 1)
        for name in value if isinstance(value, dict) else ():
            name.encode()


def parse(text):
    try:
        value = json.loads(text, parse_float=number_of, parse_int=number_of, parse_constant=no_constant,
                           object_pairs_hook=object_of)
        check(value, 1)
    except (ValueError, RecursionError) as error:
        raise NotJson(str(error)) from error
    return value


def number_text(value):
    """As ECMAScript writes the double."""
    double = float(value)
    if double == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(double)).normalize().as_tuple()
    text, count = "".join(map(str, digits)), len(digits)
    point = count + exponent
    if count <= point <= 21:
        text += "0" * (point - count)
    elif 0 < point <= 21:
        text = f"{text[:point]}.{text[point:]}"
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        power = point - 1
        text = text[0] + ("." + text[1:] if count > 1 else "") + f"e{'+' if power > 0 else '-'}{abs(power)}"
    return "-" * sign + text


def jcs_text(value):
    if value is None or isinstance(value, (bool, str)):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, (int, Decimal)):
        return number_text(value)
    if isinstance(value, list):
        return f"[{','.join(map(jcs_text, value))}]"
    names = sorted(value, key=lambda name: name.encode("utf-16-be"))
    return "{" + ",".join(f"{jcs_text(name)}:{jcs_text(value[name])}" for name in names) + "}"


def jcs(value):
    return jcs_text(value).encode()
