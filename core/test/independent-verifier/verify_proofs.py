"""Verifies STARK proofs.

    python3 verify_proofs.py FILE…     a line for each file: valid, or what is wrong with it; exit code 1 where one is not valid
    python3 verify_proofs.py           reads a line of JSON for each case from standard input, writes a line for each

A case is {"inputs": text of the public inputs, "proof": base64, "profiles": [name, …]} or {"file": text of a proof file}; the
answer is {"outcome": "valid", "invalid", "undecodable" or "foreign", "reason"}.
"""
import json
import sys

from json_text import NotJson, jcs, parse
from proof_files import base64_bytes, verify_file
from stark import Refused, verify


def answer(check):
    try:
        check()
    except Refused as refused:
        return {"outcome": refused.outcome, "reason": str(refused)}
    except NotJson as error:
        return {"outcome": "undecodable", "reason": f"not I-JSON: {error}"}
    return {"outcome": "valid", "reason": "all steps hold"}


def check_case(case):
    if "file" in case:
        return verify_file(parse(case["file"]))
    inputs = parse(case["inputs"])
    if not isinstance(inputs, dict):
        raise Refused("undecodable", "the public inputs are no object")
    return verify(inputs, jcs(inputs), base64_bytes(case["proof"]), case["profiles"])


def check_file(path):
    with open(path, "rb") as file:
        verify_file(parse(file.read().decode()))


def main(paths):
    if not paths:
        for line in sys.stdin:
            print(json.dumps(answer(lambda: check_case(json.loads(line)))), flush=True)
        return 0
    answers = [answer(lambda: check_file(path)) for path in paths]
    for path, found in zip(paths, answers):
        print(f"{path}: {found['outcome']}: {found['reason']}. Signatures, expiry and trust are not checked here.")
    return int(any(found["outcome"] != "valid" for found in answers))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
