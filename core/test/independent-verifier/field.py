"""BabyBear and its extension of degree 5, as docs/formats.md ("STARK proofs", Field) has them."""

P = 2013265921
GENERATOR = 31


def root_of_unity(order):
    return pow(GENERATOR, (P - 1) // order, P)


class Ext:
    """a0 + a1 x + a2 x^2 + a3 x^3 + a4 x^4 with x^5 = 2. It adds and multiplies with integers too."""
    __slots__ = ("parts",)

    def __init__(self, parts):
        self.parts = parts

    def __add__(self, other):
        a0, a1, a2, a3, a4 = self.parts
        if isinstance(other, int):
            return Ext(((a0 + other) % P, a1, a2, a3, a4))
        b0, b1, b2, b3, b4 = other.parts
        return Ext(((a0 + b0) % P, (a1 + b1) % P, (a2 + b2) % P, (a3 + b3) % P, (a4 + b4) % P))

    __radd__ = __add__

    def __neg__(self):
        return Ext(tuple(-part % P for part in self.parts))

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other

    def __mul__(self, other):
        a0, a1, a2, a3, a4 = self.parts
        if isinstance(other, int):
            return Ext((a0 * other % P, a1 * other % P, a2 * other % P, a3 * other % P, a4 * other % P))
        b0, b1, b2, b3, b4 = other.parts
        return Ext((
            (a0 * b0 + 2 * (a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1)) % P,
            (a0 * b1 + a1 * b0 + 2 * (a2 * b4 + a3 * b3 + a4 * b2)) % P,
            (a0 * b2 + a1 * b1 + a2 * b0 + 2 * (a3 * b4 + a4 * b3)) % P,
            (a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + 2 * a4 * b4) % P,
            (a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0) % P,
        ))

    __rmul__ = __mul__

    def __eq__(self, other):
        return isinstance(other, Ext) and self.parts == other.parts

    def __pow__(self, exponent):
        result, square = ONE, self
        while exponent:
            if exponent & 1:
                result = result * square
            square = square * square
            exponent >>= 1
        return result


ZERO = Ext((0, 0, 0, 0, 0))
ONE = Ext((1, 0, 0, 0, 0))


def inverses(elements):
    """The inverse of each, with one exponentiation for all of them. None may be 0."""
    before = [ONE]
    for element in elements:
        before.append(before[-1] * element)
    rest = before.pop() ** (P ** 5 - 2)
    out = []
    for element, product in zip(reversed(elements), reversed(before)):
        out.append(rest * product)
        rest = rest * element
    return out[::-1]


def combine(weights, numbers):
    """The sum of weight times number, for weights of the extension and numbers of the field."""
    return Ext(tuple(sum(map(int.__mul__, lane, numbers)) % P for lane in weights))


def lanes_of(elements):
    """Elements of the extension as `combine` takes them: five lists of numbers."""
    return list(zip(*(element.parts for element in elements)))


def polynomial_at(coefficients, x):
    """Constant term first; x is a number of the field or an element of the extension."""
    value = ZERO
    for coefficient in reversed(coefficients):
        value = value * x + coefficient
    return value
