"""Privacy proofs (`*.pqp.json`) and code grades (`*.pqgrade.json`), from docs/formats.md: form, hashes and proof.

Not checked here: signatures (they need ML-DSA and FALCON), trust, the clock, and whether the points of a grade's losses are those
of its rules.
"""
import base64
import binascii
import hashlib
import re

from field import P
from json_text import jcs
from stark import PROFILES, Refused, demand, verify
from statements import IV, ROUNDS, V, external, statement_of

FILE_MEMBERS = {"commitment", "public_inputs", "proof", "record"}
INPUTS = {"statement", "value_commitment", "source", "nonce", "chain", "issued_at", "expires_at"}
RECORD = {"attestation_type", "chain", "claim_satisfied", "commitment", "expires_at", "issued_at", "keyset_id", "network",
          "proof_sha3_256", "signature"}
DIMENSIONS = ["code_quality", "security_posture", "architecture", "performance", "compliance", "maintenance_risk"]
GRADE_MEMBERS = {"format", "score", "grade", "dimensions", "rules_version", "project", "date", "file_root", "files",
                 "losses_hash", "value_commitment", "commitment_salt", "proof", "signature"}
WEIGHTS = [20, 25, 15, 15, 15, 10]
LADDER = [(95, "A+"), (90, "A"), (85, "A-"), (80, "B+"), (75, "B"), (70, "B-"), (65, "C+"), (60, "C"), (50, "D"), (0, "F")]


def formed(holds, reason):
    if not holds:
        raise Refused("undecodable", reason)


def base64_bytes(text):
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, TypeError, ValueError) as error:
        raise Refused("undecodable", "the proof is not base64") from error
    formed(base64.b64encode(data).decode() == text, "the base64 has another spelling")
    return data


def tagged(kind, value):
    return hashlib.sha3_256(f"svc-{kind}/v1\0".encode() + jcs(value)).hexdigest()


def members(value):
    return set(value) if isinstance(value, dict) else set()


def verify_proof(inputs, data):
    try:
        verify(inputs, jcs(inputs), data, tuple(PROFILES))
    except Refused as refused:
        raise Refused("invalid", f"the proof: {refused}") from refused


def verify_privacy(file):
    formed(members(file) >= FILE_MEMBERS, "a member is missing")
    inputs, record = file["public_inputs"], file["record"]
    own = members(inputs) - {"subject"} - ({"bounds"} if "bounds" in members(inputs) else {"set"})
    formed(own == INPUTS and members(record) == RECORD, "other members than public inputs or record have")
    data = base64_bytes(file["proof"])
    demand(tagged("privacy", inputs) == file["commitment"], "the commitment is not that of the public inputs")
    if statement_of(inputs) is None:
        raise Refused("foreign", "the public inputs are of no statement")
    said = {
        "attestation_type": str(inputs["statement"]).removesuffix("/v1"), "chain": inputs["chain"], "claim_satisfied": True,
        "commitment": file["commitment"], "expires_at": inputs["expires_at"], "issued_at": inputs["issued_at"],
        "proof_sha3_256": hashlib.sha3_256(data).hexdigest(),
    }
    demand(all(record[name] == value for name, value in said.items()), "the record states something else")
    verify_proof(inputs, data)


def permute(state):
    state = external(state)
    for full, constants in ROUNDS:
        state = [pow(lane + constant, 7, P) if full or i == 0 else lane
                 for i, (lane, constant) in enumerate(zip(state, constants))]
        total = sum(state)
        state = [lane % P for lane in (external(state) if full else [V[i] * lane + total for i, lane in enumerate(state)])]
    return state


def value_commitment(first, second=None):
    """`first` and `second` are blocks of eight lanes."""
    state = [0] * 8 + IV
    for block in [first] + ([second] if second else []):
        state = permute([(lane + added) % P for lane, added in zip(state, block + [0] * 8)])
    return b"".join(lane.to_bytes(4, "little") for lane in state[:8]).hex()


def salt_lanes(text):
    formed(isinstance(text, str) and re.fullmatch("[0-9a-f]{40}", text), "the salt is not 40 hex digits")
    salt = bytes.fromhex(text)
    lanes = [int.from_bytes(salt[at:at + 4], "little") for at in range(0, 20, 4)]
    formed(all(lane < P for lane in lanes), "a lane of the salt is not below p")
    return lanes


def letter_of(score, security):
    if security < 50:
        return "F"
    letter = next(letter for least, letter in LADDER if score >= least)
    return "C+" if security < 70 and score >= 65 else letter


def verify_grade(file):
    formed(members(file) - {"losses"} == GRADE_MEMBERS, "other members than a code grade has")
    dimensions = file["dimensions"]
    formed(members(dimensions) == set(DIMENSIONS), "other dimensions")
    scores = [dimensions[name] for name in DIMENSIONS]
    formed(all(type(score) is int and 0 <= score <= 100 for score in scores), "a dimension is not 0 to 100")
    lanes = salt_lanes(file["commitment_salt"])
    formed(isinstance(file["proof"], str) and file["proof"].startswith("stark:"), "no proof")
    proof = base64_bytes(file["proof"].removeprefix("stark:"))
    if "losses" in file:
        demand(tagged("grade-losses", file["losses"]) == file["losses_hash"], "the losses have another hash")
    limbs = [a + 2 ** 7 * b + 2 ** 14 * c for a, b, c in (scores[:3], scores[3:])]
    demand(value_commitment([10, *limbs, *lanes]) == file["value_commitment"], "the value commitment is of other scores")
    score = (sum(weight * one for weight, one in zip(WEIGHTS, scores)) + 50) // 100
    demand(file["score"] == score and file["grade"] == letter_of(score, scores[1]), "score and letter do not follow")
    names = ("value_commitment", "score", "grade", "rules_version", "project", "date", "file_root", "files", "losses_hash")
    inputs = {"statement": "code_grade/v1", **{name: file[name] for name in names}}
    verify_proof(inputs, proof)


def verify_file(file):
    if members(file) and file.get("format") in ("svc-privacy-proof/v1", None):
        verify_privacy(file)
    else:
        formed(members(file) and file.get("format") == "svc-code-grade/v1", "neither a privacy proof nor a code grade")
        verify_grade(file)
