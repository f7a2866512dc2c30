"""The verifier of STARK proofs, written from docs/formats.md ("STARK proofs") with the standard library alone.

`verify(public_inputs, public_bytes, proof, accepted)` returns where the proof holds, and raises otherwise. The steps have the
numbers of the page.
"""
import hashlib

from field import GENERATOR, P, ZERO, Ext, combine, inverses, lanes_of, polynomial_at, root_of_unity
from statements import statement_of

VERSION = 1
LONGEST = 98_304
BLOW_UP, GRINDING_BITS, ARITY, LAST_COEFFICIENTS, SEGMENTS, SALT = 16, 12, 4, 64, 4, 16
# (code, queries)
PROFILES = {"STANDARD": (1, 48), "STRONG": (2, 57)}
# Every statement begins with the opening, whose full·B has this degree, and none has a higher one.
DEGREE = 4
DIGESTS = {
    "age_threshold/v1": "eaf19c3ba49ff16c9436406b23921bf3dcf27f26f512d728854577b9e3154ac5",
    "identity_attribute/v1": "a4177366fb4b4d4b2f8ae72959e7a28fc2e328ccb4276fb2580df26c7c202a83",
    "kyc_status/v1": "4927b2b51f28573581035bfecd1feaae94c15f5c41fc452bad05a41d9598953d",
    "jurisdiction_membership/v1": "6fa285f1f7a4d7ebcee1e26f5c84c75ec1e173e22c3c40974f837d86f8009b3d",
    "accredited_investor/v1": "eced8f52cb174d17356be67bd3dab04779e0d1c2297cad8312cb59e542d6128c",
    "regulatory_compliance/v1": "7a7a647c07250c277dc4d14930b30d030d9c6084e100fd373d16cc10290d24d3",
    "balance_range/v1": "2361281be6cbf660e0ae3ce09689167246dbff235cee4687a11fffd95ee5a757",
    "collateral_ratio/v1": "e08cc4e7910f20335719fb0b78a1ab4166b0f88b83ddbc10e8599abf94c7e173",
    "portfolio_threshold/v1": "e34ac16919e1b4ef1f25142bfee6dac45bb2912dec58fd57f742a2e282cff6a2",
    "code_grade/v1": "1643bf8f2f4a7c4d04138ba8333f254149bccc5f8faa2a3d8bde9bc6d232e23c",
}


class Refused(Exception):
    """`outcome` is "undecodable", "foreign" (public inputs of no statement) or "invalid"; the message says why."""

    def __init__(self, outcome, reason):
        super().__init__(reason)
        self.outcome = outcome


def demand(holds, reason):
    if not holds:
        raise Refused("invalid", reason)


def u32(*numbers):
    return b"".join(number.to_bytes(4, "little") for number in numbers)


def sha256(first, *parts):
    return hashlib.sha256(bytes([first]) + b"".join(parts)).digest()


class Shape:
    """What follows from the profile and the statement ("Parameters")."""

    def __init__(self, profile, statement):
        self.code, self.queries = PROFILES[profile]
        q = self.queries
        self.rows, self.width = statement.rows, statement.width
        self.masking = q + 4 * 5 * 2 + 1
        column = self.rows + self.masking
        quotient = max(1, DEGREE * (column - 1) - self.rows + 1)
        d = 1
        while not (column <= d and q + 1 < d and 3 * (d - q - 1) + d >= quotient and 2 * q + 1 <= d):
            d *= 2
        self.coefficients, self.step, self.size = d, d - q - 1, BLOW_UP * d
        self.layers, self.final = 0, d
        while self.final > LAST_COEFFICIENTS:
            self.layers, self.final = self.layers + 1, self.final // ARITY


class Reader:
    """Takes the parts of a proof off its bytes."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def bytes(self, length):
        part = self.data[self.at:self.at + length]
        if len(part) != length:
            raise Refused("undecodable", "the proof is too short")
        self.at += length
        return part

    def number(self, length):
        return int.from_bytes(self.bytes(length), "little")

    def numbers(self, count):
        data = self.bytes(4 * count)
        out = [int.from_bytes(data[at:at + 4], "little") for at in range(0, len(data), 4)]
        if any(number >= P for number in out):
            raise Refused("undecodable", "a field element is not below p")
        return out

    def elements(self, count):
        numbers = self.numbers(5 * count)
        return [Ext(tuple(numbers[at:at + 5])) for at in range(0, len(numbers), 5)]

    def hashes(self, count):
        return [self.bytes(32) for _ in range(count)]

    def rows(self, count, width):
        rows = [self.numbers(width) for _ in range(count)]
        return rows, [self.bytes(SALT) for _ in range(count)], self.hashes(self.number(2))


class Proof:
    """The decoded bytes ("Bytes of a proof")."""

    def __init__(self, data, statement, accepted):
        if len(data) > LONGEST:
            raise Refused("undecodable", "the proof is too long")
        read = Reader(data)
        if read.number(1) != VERSION:
            raise Refused("undecodable", "unknown version")
        code = read.number(1)
        names = [name for name, (own, _) in PROFILES.items() if own == code]
        if not names:
            raise Refused("undecodable", "unknown profile")
        demand(names[0] in accepted, "1: the profile is not accepted")
        self.shape = shape = Shape(names[0], statement)
        self.trace_root, self.quotient_root = read.hashes(2)
        start = read.at
        self.current, self.following = read.elements(shape.width), read.elements(shape.width)
        self.segments = read.elements(SEGMENTS)
        self.mask = read.elements(1)[0]
        self.out_of_domain = data[start:read.at]
        self.layer_roots = read.hashes(shape.layers)
        start = read.at
        self.final = read.elements(shape.final)
        self.final_bytes = data[start:read.at]
        self.nonce = read.bytes(4)
        self.trace = read.rows(shape.queries, shape.width)
        self.quotient = read.rows(shape.queries, 5 * (SEGMENTS + 2))
        self.layers = []
        for _ in range(shape.layers):
            values = read.elements(read.number(2))
            self.layers.append((values, read.hashes(read.number(2))))
        if read.at != len(data):
            raise Refused("undecodable", "the proof goes on after its end")


class Transcript:
    def __init__(self):
        self.state = bytes(32)

    def absorb(self, label, message):
        self.state = sha256(2, self.state, bytes([len(label)]), label.encode(), u32(len(message)), message)

    def groups(self, label, count):
        self.absorb(label, u32(count))
        block = 0
        while True:
            data = sha256(3, self.state, u32(block))
            yield from (int.from_bytes(data[at:at + 4], "little") for at in range(0, 32, 4))
            block += 1

    def elements(self, label, count):
        numbers = []
        for group in self.groups(label, count):
            number = group & 0x7FFFFFFF
            if number < P:
                numbers.append(number)
            if len(numbers) == 5 * count:
                return [Ext(tuple(numbers[at:at + 5])) for at in range(0, 5 * count, 5)]

    def point(self, label):
        while True:
            point = self.elements(label, 1)[0]
            if any(point.parts[1:]):
                return point

    def places(self, label, count, size):
        found = set()
        for group in self.groups(label, count):
            found.add(group % size)
            if len(found) == count:
                return sorted(found)

    def grinds(self, nonce):
        return int.from_bytes(sha256(4, self.state, nonce), "big") >> (256 - GRINDING_BITS) == 0


class Challenges:
    """What the transcript gives; step 2."""

    def __init__(self, name, statement, public_bytes, proof):
        shape, t = proof.shape, Transcript()
        columns = statement.public_columns
        t.absorb("protocol", b"touchstone-stark/v1")
        t.absorb("parameters", u32(P, 5, GENERATOR, GENERATOR, GENERATOR, shape.code, BLOW_UP, shape.queries, GRINDING_BITS,
                                   ARITY, LAST_COEFFICIENTS, SEGMENTS, 4, SALT))
        t.absorb("statement", name.encode())
        t.absorb("air", bytes.fromhex(DIGESTS[name]))
        t.absorb("shape", u32(shape.rows, shape.width, shape.masking, shape.coefficients, shape.step, shape.layers, shape.final,
                              statement.constraint_count()))
        t.absorb("public inputs", public_bytes)
        t.absorb("public values", u32(*statement.public_values))
        t.absorb("public columns", u32(*(value for column in columns for value in column)))
        t.absorb("trace root", proof.trace_root)
        self.constraints = t.elements("constraint coefficients", statement.constraint_count())
        t.absorb("quotient root", proof.quotient_root)
        self.z = t.point("out-of-domain point")
        t.absorb("out-of-domain values", proof.out_of_domain)
        self.batch = t.elements("batch coefficients", 2 * shape.width + 5)
        self.folding = []
        for root in proof.layer_roots:
            t.absorb("layer root", root)
            self.folding += t.elements("folding challenge", 1)
        t.absorb("final polynomial", proof.final_bytes)
        demand(t.grinds(proof.nonce), "2: the grinding does not hold")
        t.absorb("grinding nonce", proof.nonce)
        self.places = t.places("query indices", shape.queries, shape.size)


def leaf(numbers, salt=b""):
    return sha256(0, len(numbers).to_bytes(3, "little"), salt, u32(*numbers))


def opens(root, size, leaves, siblings):
    """Whether the leaves, by their places, and the siblings give the root; the siblings are used up exactly."""
    siblings = iter(siblings)
    known = leaves
    while size > 1:
        above = {}
        for place in sorted(known):
            if place // 2 in above:
                continue
            sibling = known.get(place ^ 1) or next(siblings, None)
            if sibling is None:
                return False
            pair = (known[place], sibling) if place % 2 == 0 else (sibling, known[place])
            above[place // 2] = sha256(1, *pair)
        known, size = above, size // 2
    return known[0] == root and next(siblings, None) is None


def constraints_hold(statement, proof, challenges):
    """Step 3."""
    z, rows, shape = challenges.z, statement.rows, proof.shape
    g = root_of_unity(rows)
    vanishing = z ** rows - 1
    powers = [pow(g, i, P) for i in range(rows)]
    per_row = pow(rows, P - 2, P)
    weights = [vanishing * inverse * (power * per_row % P)
               for power, inverse in zip(powers, inverses([z - power for power in powers]))]
    lanes = lanes_of(weights)
    columns = [combine(lanes, column) for column in statement.fixed + statement.public_columns]
    values = statement.constraints(proof.current, proof.following, columns, statement.public_values)
    left = sum((alpha * value for alpha, value in zip(challenges.constraints, values)), ZERO)
    return left == vanishing * (polynomial_at(proof.segments, z ** shape.step) - proof.mask)


def batch_at(proof, challenges):
    """Step 5: the batch at each place."""
    shape, z, weights = proof.shape, challenges.z, challenges.batch
    width = shape.width
    omega = root_of_unity(shape.size)
    points = [GENERATOR * pow(omega, place, P) % P for place in challenges.places]
    opened_at = [z, z * root_of_unity(shape.rows), z * GENERATOR]
    shares = inverses([point - at for point in points for at in opened_at])
    current, following = lanes_of(weights[:width]), lanes_of(weights[width:2 * width])

    def weighted(factors, elements):
        return sum((factor * element for factor, element in zip(factors, elements)), ZERO)
    segment_weights, mask_weight = weights[2 * width:2 * width + 4], weights[2 * width + 4]
    at_z = weighted(weights[:width], proof.current) + weighted(segment_weights, proof.segments)
    at_next = weighted(weights[width:2 * width], proof.following)
    values = {}
    for i, place in enumerate(challenges.places):
        row, other = proof.trace[0][i], proof.quotient[0][i]
        *segments, mask, batch_mask = [Ext(tuple(other[at:at + 5])) for at in range(0, len(other), 5)]
        values[place] = (
            batch_mask
            + (combine(current, row) + weighted(segment_weights, segments) - at_z) * shares[3 * i]
            + (combine(following, row) - at_next) * shares[3 * i + 1]
            + mask_weight * (mask - proof.mask) * shares[3 * i + 2]
        )
    return values


def fold(values, y):
    """The four values of a leaf at beta = y·x; a quarter of it is still to be taken."""
    iota = root_of_unity(4)
    v0, v1, v2, v3 = values
    even, odd = v0 + v2, v1 + v3
    even_difference, odd_difference = v0 - v2, (v1 - v3) * iota
    return polynomial_at([even + odd, even_difference - odd_difference, even - odd, even_difference + odd_difference], y)


def layers_hold(proof, challenges, known):
    """Steps 6 and 7."""
    size, shift = proof.shape.size, GENERATOR
    quarter = pow(4, P - 2, P)
    for number, (root, (values, siblings), beta) in enumerate(zip(proof.layer_roots, proof.layers, challenges.folding)):
        part = size // ARITY
        omega = root_of_unity(size)
        given = iter(values)
        leaves, folded = {}, {}
        for i in sorted({place % part for place in known}):
            four = [known[i + k * part] if i + k * part in known else next(given, None) for k in range(ARITY)]
            demand(None not in four, f"6: layer {number} has too few values")
            leaves[i] = leaf([number for value in four for number in value.parts])
            x = shift * pow(omega, i, P) % P
            folded[i] = fold(four, beta * pow(x, P - 2, P)) * quarter
        demand(next(given, None) is None, f"6: layer {number} has too many values")
        demand(opens(root, part, leaves, siblings), f"6: the openings of layer {number} do not give its root")
        known, size, shift = folded, part, pow(shift, ARITY, P)
    omega = root_of_unity(size)
    for place, value in known.items():
        x = shift * pow(omega, place, P) % P
        demand(value == polynomial_at(proof.final, x), "7: the final polynomial has another value")


def verify(public_inputs, public_bytes, data, accepted):
    statement = statement_of(public_inputs)
    if statement is None:
        raise Refused("foreign", "the public inputs are of no statement")
    proof = Proof(data, statement, accepted)
    challenges = Challenges(public_inputs["statement"], statement, public_bytes, proof)
    demand(constraints_hold(statement, proof, challenges), "3: the constraints do not hold at the out-of-domain point")
    for name, root, (rows, salts, siblings) in (("trace", proof.trace_root, proof.trace),
                                               ("quotient", proof.quotient_root, proof.quotient)):
        leaves = {place: leaf(row, salt) for place, row, salt in zip(challenges.places, rows, salts)}
        demand(opens(root, proof.shape.size, leaves, siblings), f"4: the rows do not give the {name}'s root")
    layers_hold(proof, challenges, batch_at(proof, challenges))
