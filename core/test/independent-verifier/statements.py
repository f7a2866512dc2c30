"""The statements of the STARK, written from docs/formats.md ("Statements of the STARK") with the standard library alone.

`statement_of(public_inputs)` gives the shape, the fixed and public columns and the public values; `constraints` takes one row,
the next one, the columns' values there and the public values, as integers modulo P or as anything that adds and multiplies
with integers, such as elements of an extension.
"""
import hashlib
import re
from decimal import Decimal

from field import P

RATE = 8
BLOCK_ROWS = 22
V = [2013265919, 1, 2, 1006632961, 3, 4, 1006632960, 2013265918, 2013265917, 2005401601, 1509949441, 1761607681,
     2013265906, 7864320, 125829120, 15]
PARTIAL = [1518359488, 1765533241, 945325693, 422793067, 311365592, 1311448267, 1629555936, 1009879353, 190525218,
           786108885, 557776863, 212616710, 605745517]
FULL = [
    [1774958255, 1185780729, 1621102414, 1796380621, 588815102, 1932426223, 1925334750, 747903232,
     89648862, 360728943, 977184635, 1425273457, 256487465, 1200041953, 572403254, 448208942],
    [1215789478, 944884184, 953948096, 547326025, 646827752, 889997530, 1536873262, 86189867,
     1065944411, 32019634, 333311454, 456061748, 1963448500, 1827584334, 1391160226, 1348741381],
    [88424255, 104111868, 1763866748, 79691676, 1988915530, 1050669594, 359890076, 573163527,
     222820492, 159256268, 669703072, 763177444, 889367200, 256335831, 704371273, 25886717],
    [51754520, 1833211857, 454499742, 1384520381, 777848065, 1053320300, 1851729162, 344647910,
     401996362, 1046925956, 5351995, 1212119315, 754867989, 36972490, 751272725, 506915399],
    [1922082829, 1870549801, 1502529704, 1990744480, 1700391016, 1702593455, 321330495, 528965731,
     183414327, 1886297254, 1178602734, 1923111974, 744004766, 549271463, 1781349648, 542259047],
    [1536158148, 715456982, 503426110, 340311124, 1558555932, 1226350925, 742828095, 1338992758,
     1641600456, 1843351545, 301835475, 43203215, 386838401, 1520185679, 1235297680, 904680097],
    [1491801617, 1581784677, 913384905, 247083962, 532844013, 107190701, 213827818, 1979521776,
     1358282574, 1681743681, 1867507480, 1530706910, 507181886, 695185447, 1172395131, 1250800299],
    [1503161625, 817684387, 498481458, 494676004, 1404253825, 108246855, 59414691, 744214112,
     890862029, 1342765939, 1417398904, 1897591937, 1066647396, 1682806907, 1015795079, 1619482808],
]

IV = [int.from_bytes(hashlib.sha256(b"svc-stark-commitment/v1\0").digest()[4 * i:4 * i + 4], "little") % P
      for i in range(8)]


def external(x):
    out = []
    for at in range(0, 16, 4):
        a, b, c, d = x[at:at + 4]
        out += [2 * a + 3 * b + c + d, a + 2 * b + 3 * c + d, a + b + 2 * c + 3 * d, 3 * a + b + c + 2 * d]
    sums = [out[i] + out[4 + i] + out[8 + i] + out[12 + i] for i in range(4)]
    return [lane + sums[i % 4] for i, lane in enumerate(out)]


def rounds():
    """(is full, constants) of the 21 rounds."""
    partial = [(False, [c] + [0] * 15) for c in PARTIAL]
    return [(True, c) for c in FULL[:4]] + partial + [(True, c) for c in FULL[4:]]


ROUNDS = rounds()


# Values of the outside

def limbs_of(units):
    return [units % 2 ** 28, units // 2 ** 28]


def units_of(amount):
    """`amount` is a number as JSON has it, read as Decimal or int from its text."""
    if isinstance(amount, bool) or not isinstance(amount, (int, Decimal)):
        return None
    scaled = Decimal(amount) * 1_000_000
    if scaled < 0 or scaled != scaled.to_integral_value() or scaled >= 2 ** 53:
        return None
    return int(scaled)


def hash_parts(digest):
    number = int.from_bytes(digest, "little")
    return [(number >> (29 * j)) % 2 ** 29 for j in range(8)], number >> 232


def text_parts(text):
    data = text.encode()
    if len(data) > 7:
        lanes, rest = hash_parts(hashlib.sha3_256(data).digest())
        return [8, rest] + lanes
    number = len(data) + 16 * int.from_bytes(data, "little")
    return [number % 2 ** 30, number >> 30] + [0] * 8


def is_text(value):
    return isinstance(value, str) and value != "" and not re.search("[\ud800-\udfff]", value)


def commitment_words(text):
    if not isinstance(text, str) or not re.fullmatch("[0-9a-f]{64}", text):
        return None
    data = bytes.fromhex(text)
    words = [int.from_bytes(data[4 * i:4 * i + 4], "little") for i in range(8)]
    return words if all(word < P for word in words) else None


def bounds_of(inputs, *names):
    bounds = inputs.get("bounds")
    if "set" in inputs or not isinstance(bounds, dict) or set(bounds) != set(names):
        return None
    return bounds


def set_of(inputs):
    members = inputs.get("set")
    if "bounds" in inputs or not isinstance(members, list) or not 1 <= len(members) <= 256:
        return None
    return members if all(map(is_text, members)) and len(set(members)) == len(members) else None


# The frame of an AIR

class Statement:
    def __init__(self, tag, rows, blocks, values, columns=(), build=None):
        self.tag, self.rows, self.blocks = tag, rows, blocks
        self.public_values, self.public_columns = values, list(columns)
        self.fixed, self.width, self.named, self.demands = [], 32, {}, []
        end = BLOCK_ROWS * blocks
        kinds = [ROUNDS[r % BLOCK_ROWS - 1] if r < end and r % BLOCK_ROWS else None for r in range(rows)]
        for lane in range(16):
            self.fixed.append([kind[1][lane] if kind else 0 for kind in kinds])
        self.flag("full", lambda r: kinds[r] is not None and kinds[r][0])
        self.flag("part", lambda r: kinds[r] is not None and not kinds[r][0])
        self.flag("first", lambda r: r == 0)
        self.flag("live", lambda r: r < rows - 1)
        self.flag("out", lambda r: r == end)
        if blocks == 2:
            self.flag("second", lambda r: r == BLOCK_ROWS)
        self.demand(self.opening)
        build(self)

    def flag(self, name, is_set):
        if name not in self.named:
            self.named[name] = len(self.fixed)
            self.fixed.append([int(is_set(r)) for r in range(self.rows)])

    def column(self):
        self.width += 1
        return self.width - 1

    def demand(self, expressions):
        self.demands.append(expressions)

    def range(self, bits):
        column = self.column()
        name = f"from {bits}"
        self.flag(name, lambda r: r >= bits)

        def expressions(row):
            bit = row.cur[column] - 2 * row.next[column]
            return [row["live"] * bit * (bit - 1), row[name] * row.cur[column]]
        self.demand(expressions)
        return column

    def order(self, greater, lesser):
        low, high = self.range(28), self.range(25)

        def expressions(row):
            a, b = greater(row), lesser(row)
            borrow = a[1] - b[1] - row.cur[high]
            return [row["first"] * borrow * (borrow - 1),
                    row["first"] * (a[0] - b[0] + 2 ** 28 * borrow - row.cur[low])]
        self.demand(expressions)

    def opening(self, row):
        s, h, first = row.cur[:16], row.cur[16:32], row["first"]
        second = row["second"] if self.blocks == 2 else 0
        out = [first * (s[0] - self.tag)] + [first * (s[8 + i] - IV[i]) for i in range(8)]
        a = [s[i] + row.fixed[i] for i in range(16)]
        for i in range(16):
            cube = a[i] * a[i] * a[i] - h[i]
            out.append((1 - second) * cube if i < 8 else cube)
        b = [h[i] * h[i] * a[i] for i in range(16)]
        x = [row["full"] * b[i] + (first + second) * s[i] + (second * h[i] if i < 8 else 0) for i in range(16)]
        y = [row["part"] * (b[0] if i == 0 else s[i]) for i in range(16)]
        mixed, total = external(x), sum(y[1:], y[0])
        out += [row["live"] * row.next[i] - (mixed[i] + V[i] * y[i] + total) for i in range(16)]
        return out + [row["out"] * (s[i] - row.public[i]) for i in range(8)]

    def constraint_count(self):
        columns = len(self.fixed) + len(self.public_columns)
        return len(self.constraints([0] * self.width, [0] * self.width, [0] * columns, self.public_values))

    def constraints(self, current, following, fixed, public):
        """`fixed` are the values of the fixed columns and, after them, of the public ones."""
        row = Row(self, current, following, fixed, public)
        return [value for expressions in self.demands for value in expressions(row)]


class Row:
    def __init__(self, statement, current, following, fixed, public):
        self.statement, self.cur, self.next, self.fixed, self.public = statement, current, following, fixed, public

    def __getitem__(self, name):
        return self.fixed[self.statement.named[name]]

    def given(self, i):
        """The value of public column i."""
        return self.fixed[len(self.statement.fixed) + i]


def limbs(row):
    return row.cur[1:3]


def block(row):
    return row.cur[16:24]


# The ten statements

def age_threshold(inputs, words):
    bounds = bounds_of(inputs, "minimum_age")
    minimum = bounds and bounds["minimum_age"]
    if isinstance(minimum, bool) or not isinstance(minimum, int) or not 0 <= minimum <= 150:
        return None

    def build(s):
        age, above = s.range(14), s.range(14)
        s.demand(lambda r: [r["first"] * (limbs(r)[0] - r.cur[age]), r["first"] * limbs(r)[1],
                            r["first"] * (r.cur[age] - r.public[8] - r.cur[above])])
    return Statement(1, 32, 1, words + [minimum], build=build)


def identity_attribute(inputs, words):
    bounds = bounds_of(inputs, "attribute")
    if bounds is None or not is_text(bounds["attribute"]):
        return None

    def build(s):
        inverse = s.column()
        s.demand(lambda r: [r.cur[inverse] * (r["first"] * (limbs(r)[0] - 1) + 1) - r["first"]])
    return Statement(2, 64, 2, words, build=build)


def one_of_three(tag, choices):
    def read(inputs, words):
        if set_of(inputs) != choices:
            return None

        def build(s):
            s.demand(lambda r: [r["first"] * (limbs(r)[0] - 1) * (limbs(r)[0] - 2) * (limbs(r)[0] - 3)])
        return Statement(tag, 64, 2, words, build=build)
    return read


def jurisdiction_membership(inputs, words):
    members = set_of(inputs)
    if members is None:
        return None
    parts = [text_parts(member) for member in members]
    columns = [[parts[(offset + row) % len(parts)][i] for row in range(128)] for offset in (0, 128) for i in range(10)]

    def build(s):
        s.flag("last", lambda r: r == 127)
        text = [s.column() for _ in range(10)]
        left, right, count = s.column(), s.column(), s.column()

        def expressions(r):
            out = []
            picks = r.cur[left] + r.cur[right]
            for i, column in enumerate(text):
                part = r.cur[column]
                out.append(r["first"] * (limbs(r)[i] - part) if i < 2 else r["second"] * (block(r)[i - 2] - part))
                out.append(r.next[column] - part)
                out.append(r.cur[left] * r.given(i) + r.cur[right] * r.given(10 + i) - picks * part)
            return out + [r.cur[left] * r.cur[right], r.next[count] - r.cur[count] + r["last"] - picks]
        s.demand(expressions)
    return Statement(4, 128, 2, words, columns, build)


LISTED = sorted(hashlib.sha3_256(f"touchstone-demo-entity-{i:02}".encode()).hexdigest() for i in range(1, 17))
LIST_ROOT = hashlib.sha3_256(b"svc-compliance-list/v1\0" + "".join(LISTED).encode()).hexdigest()


def regulatory_compliance(inputs, words):
    bounds = bounds_of(inputs, "checks", "list_root")
    checks = bounds and bounds["checks"]
    if not isinstance(checks, list) or not checks or bounds["list_root"] != LIST_ROOT:
        return None
    if any(check not in ("ofac", "aml", "kyc", "travel_rule") for check in checks) or len(set(checks)) != len(checks):
        return None
    powers = [pow(words[0], k, P) for k in range(9)]

    def value(digest):
        lanes, rest = hash_parts(digest)
        return sum(power * part for power, part in zip(powers, lanes + [rest])) % P
    values = [value(bytes.fromhex(listed)) for listed in LISTED]
    column = [0] * 32 + [values[k % 16] for k in range(32)]

    def build(s):
        s.flag("from 32", lambda r: r >= 32)
        at, inverse = s.column(), s.column()

        def expressions(r):
            t = [1] + r.public[8:16]
            lower = sum((t[i] * lane for i, lane in enumerate(block(r)[1:], 1)), block(r)[0])
            return [r["first"] * limbs(r)[0], r["first"] * (r.cur[at] - t[8] * limbs(r)[1]),
                    r["live"] * (r.next[at] - r.cur[at]) - r["second"] * lower,
                    r.cur[inverse] * (r["from 32"] * (r.cur[at] - r.given(0) - 1) + 1) - r["from 32"]]
        s.demand(expressions)
    return Statement(6, 64, 2, words + powers[1:], [column], build)


def balance_range(inputs, words):
    bounds = bounds_of(inputs, "token_mint", "min_balance", "max_balance")
    if bounds is None or not is_text(bounds["token_mint"]):
        return None
    low, high = units_of(bounds["min_balance"]), units_of(bounds["max_balance"])
    if low is None or high is None or low > high:
        return None

    def build(s):
        column = s.range(28)
        s.demand(lambda r: [r["first"] * (limbs(r)[0] - r.cur[column])])
        s.order(limbs, lambda r: r.public[8:10])
        s.order(lambda r: r.public[10:12], limbs)
    return Statement(7, 32, 1, words + limbs_of(low) + limbs_of(high), build=build)


def collateral_ratio(inputs, words):
    bounds = bounds_of(inputs, "protocol", "min_ratio")
    ratio = None if bounds is None or not is_text(bounds["protocol"]) else units_of(bounds["min_ratio"])
    if ratio is None:
        return None

    def build(s):
        halves = [s.column(), s.column()]
        collateral = [s.range(bits) for bits in (14, 14, 14, 11)]
        debt = [s.range(bits) for bits in (14, 14, 14, 11)]
        rest = [s.range(14) for _ in range(6)]
        carry = [s.range(16) for _ in range(6)]
        inverse = s.column()

        def expressions(r):
            first = r["first"]
            a, b = [r.cur[c] for c in collateral], [r.cur[c] for c in debt]
            n, left = r.public[8:12], [r.cur[c] for c in rest] + [0]
            c = [1024 - r.cur[column] for column in carry] + [0, 0]
            out = [first * (limbs(r)[i] - a[2 * i] - 2 ** 14 * a[2 * i + 1]) for i in (0, 1)]
            for i in (0, 1):
                half = r.cur[halves[i]]
                out += [r["second"] * (block(r)[i] - half), r.next[halves[i]] - half,
                        first * (half - b[2 * i] - 2 ** 14 * b[2 * i + 1])]
            out += [r["second"] * block(r)[i] for i in range(2, 8)]
            out.append(r.cur[inverse] * (first * (b[0] + b[1] + b[2] + b[3] - 1) + 1) - first)
            for k in range(7):
                total = (576 * a[k] if k < 4 else 0) + (61 * a[k - 1] if 0 < k < 5 else 0) + c[k - 1]
                for i in range(4):
                    if 0 <= k - i < 4:
                        total = total - b[i] * n[k - i]
                out.append(first * (total - left[k] - 2 ** 14 * c[k]))
            return out
        s.demand(expressions)
    return Statement(8, 64, 2, words + [ratio >> (14 * i) & 0x3FFF for i in range(4)], build=build)


def portfolio_threshold(inputs, words):
    bounds = bounds_of(inputs, "min_value_usd")
    minimum = None if bounds is None else units_of(bounds["min_value_usd"])
    if minimum is None:
        return None

    def build(s):
        columns = [s.range(28), s.range(25)]
        s.demand(lambda r: [r["first"] * (limbs(r)[i] - r.cur[columns[i]]) for i in (0, 1)])
        s.order(limbs, lambda r: r.public[8:10])
    return Statement(9, 32, 1, words + limbs_of(minimum), build=build)


REGIONS = {
    "A+": [(95, 100, 70, 100)], "A": [(90, 94, 70, 100)], "A-": [(85, 89, 70, 100)],
    "B+": [(80, 84, 70, 100)], "B": [(75, 79, 70, 100)], "B-": [(70, 74, 70, 100)],
    "C+": [(65, 69, 50, 100), (65, 100, 50, 69)], "C": [(60, 64, 50, 100)], "D": [(50, 59, 50, 100)],
    "F": [(0, 49, 0, 100), (0, 100, 0, 49)],
}
NOWHERE = (100, 0, 100, 0)


def code_grade(inputs, words):
    letter, score = inputs.get("grade"), inputs.get("score")
    if not isinstance(letter, str) or letter not in REGIONS:
        return None
    regions = REGIONS[letter]
    if "score" in inputs:
        if isinstance(score, bool) or not isinstance(score, int):
            return None
        regions = [(max(low, score), min(high, score), *rest) for low, high, *rest in regions]
        regions = [region for region in regions if region[0] <= region[1]]
    if not regions:
        return None
    values = [end for region in (regions + [NOWHERE])[:2] for end in region]

    def build(s):
        bit = s.column()
        plain = [s.range(7) for _ in range(5)]
        below = [s.range(7) for _ in range(5)]

        def end(r, i):
            return r.public[8 + i] + r.cur[bit] * (r.public[12 + i] - r.public[8 + i])

        def between(i):
            over, under = s.range(7), s.range(7)
            s.demand(lambda r: [r["first"] * (end(r, i + 1) - (r.cur[over] + end(r, i)) - r.cur[under])])
            return lambda r: r.cur[over] + end(r, i)
        security, overall = between(2), between(0)
        remainder, under = s.range(7), s.range(7)

        def expressions(r):
            first, one = r["first"], [r.cur[c] for c in plain]
            six = [one[0], security(r)] + one[1:]
            weighted = sum((w * x for w, x in zip((25, 15, 15, 15, 10), six[1:])), 20 * six[0])
            out = [first * (100 - x - r.cur[c]) for x, c in zip(one, below)]
            out.append(r.cur[bit] * (r.cur[bit] - first))
            for i in (0, 1):
                x = six[3 * i:3 * i + 3]
                out.append(first * (limbs(r)[i] - (x[0] + 2 ** 7 * x[1] + 2 ** 14 * x[2])))
            out.append(first * (weighted + 50 - (100 * overall(r) + r.cur[remainder])))
            return out + [first * (99 - r.cur[remainder] - r.cur[under])]
        s.demand(expressions)
    return Statement(10, 32, 1, words + values, build=build)


READERS = {
    "age_threshold/v1": age_threshold,
    "identity_attribute/v1": identity_attribute,
    "kyc_status/v1": one_of_three(3, ["tier_1", "tier_2", "tier_3"]),
    "jurisdiction_membership/v1": jurisdiction_membership,
    "accredited_investor/v1": one_of_three(5, ["income", "net_worth", "license"]),
    "regulatory_compliance/v1": regulatory_compliance,
    "balance_range/v1": balance_range,
    "collateral_ratio/v1": collateral_ratio,
    "portfolio_threshold/v1": portfolio_threshold,
    "code_grade/v1": code_grade,
}


def statement_of(public_inputs):
    """The statement with its public inputs, or None where they are of none. Numbers are int or Decimal."""
    words = commitment_words(public_inputs.get("value_commitment"))
    name = public_inputs.get("statement")
    read = READERS.get(name) if isinstance(name, str) else None
    return None if words is None or read is None else read(public_inputs, words)
