"""Reads {"cases": [{"inputs", "rows": [[row, current, next]]}]} and prints shape, public inputs and constraint values of each."""
import json
import sys

from field import P
from json_text import parse
from statements import statement_of


def evaluate(case):
    statement = statement_of(case["inputs"])
    if statement is None:
        return None
    columns = statement.fixed + statement.public_columns
    values = [
        [value % P for value in statement.constraints(current, following, [c[row] for c in columns], statement.public_values)]
        for row, current, following in case["rows"]
    ]
    return {"rows": statement.rows, "width": statement.width, "fixed": statement.fixed, "values": values,
            "publicValues": statement.public_values, "publicColumns": statement.public_columns}


print(json.dumps([evaluate(case) for case in parse(sys.stdin.read())["cases"]]))
