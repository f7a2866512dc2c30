import { fromUtf8, utf8 } from './bytes.ts';
import type { JsonValue } from './canonical-json.ts';

/** Most levels of arrays and objects that a document may have (decisions, section 3). */
export const MAX_DEPTH = 64;
/** Most bytes of a file that is opened (decisions, section 4). */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** Most objects and lists of a document: each costs memory many times its text (`{}` about a hundred times). */
export const MAX_CONTAINERS = 4_000_000;

export type StrictJsonReason =
  | 'TOO_LARGE'
  | 'TOO_MANY_VALUES'
  | 'NOT_UTF8'
  | 'BYTE_ORDER_MARK'
  | 'SYNTAX'
  | 'TRAILING_TEXT'
  | 'DUPLICATE_NAME'
  | 'LONE_SURROGATE'
  | 'NUMBER_RANGE'
  | 'TOO_DEEP';

export interface StrictJsonFault {
  readonly ok: false;
  readonly reason: StrictJsonReason;
  /** Where in the file, counted from 0 in bytes of UTF-8; 0 when the text could not be decoded. */
  readonly offset: number;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1 in characters (code points). */
  readonly column: number;
  /** One sentence for people. */
  readonly message: string;
}

export type StrictJsonResult = { readonly ok: true; readonly value: JsonValue } | StrictJsonFault;

/**
 * Which numbers are read: those that keep their value in a double, or, of what is only passed on by its value, also a
 * fraction of up to 17 digits, as `%.17g` prints it, and a large integer that is a double.
 */
export type NumberRule = 'as-written' | 'as-doubles';

/**
 * Parses I-JSON (RFC 7493) and refuses whatever two parsers could read differently: duplicate names
 * (compared after unescaping), lone surrogates, numbers that do not survive a double, depth over 64,
 * a byte order mark, text after the value. Objects have no prototype, so `__proto__` is a name like any other.
 *
 * @param numbers `as-doubles` for messages that nobody reads as text: of what is signed no digit may change unnoticed
 */
export function parseStrictJson(input: Uint8Array | string, numbers: NumberRule = 'as-written'): StrictJsonResult {
  if (typeof input !== 'string' && input.length > MAX_FILE_BYTES) {
    return fault('', 'TOO_LARGE', 0, `The file has ${input.length} bytes; at most ${MAX_FILE_BYTES} are read.`);
  }
  const text = typeof input === 'string' ? input : fromUtf8(input);
  if (text === null) return fault('', 'NOT_UTF8', 0, 'The file is not valid UTF-8 text.');
  if (text.charCodeAt(0) === 0xfeff) {
    return fault(text, 'BYTE_ORDER_MARK', 0, 'The file begins with a byte order mark, which JSON does not allow.');
  }
  try {
    return { ok: true, value: PARSER.document(text, numbers) };
  } catch (error) {
    if (error instanceof Refusal) return fault(text, error.reason, error.offset, error.message);
    throw error;
  }
}

function fault(text: string, reason: StrictJsonReason, offset: number, message: string): StrictJsonFault {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  let column = 1;
  for (const _ of before.slice(before.lastIndexOf('\n') + 1)) column++;
  return { ok: false, reason, offset: utf8(before).length, line, column, message };
}

class Refusal extends Error {
  readonly reason: StrictJsonReason;
  readonly offset: number;
  constructor(reason: StrictJsonReason, offset: number, message: string) {
    super(message);
    this.reason = reason;
    this.offset = offset;
  }
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** The JSON number grammar (RFC 8259 section 6), anchored where the parser stands. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A run of characters that need no attention inside a string; surrogates are looked at one by one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what JSON strings must not hold
const PLAIN = /[^"\\\u0000-\u001f\ud800-\udfff]*/y;

/** Recursive descent; the recursion is bounded by MAX_DEPTH. */
class Parser {
  private text = '';
  private at = 0;
  private containers = 0;
  private numbers: NumberRule = 'as-written';

  document(text: string, numbers: NumberRule): JsonValue {
    this.text = text;
    this.numbers = numbers;
    this.at = 0;
    this.containers = 0;
    try {
      this.space();
      const value = this.value(0);
      this.space();
      if (this.at < text.length) this.refuse('TRAILING_TEXT', 'There is text after the end of the JSON value.');
      return value;
    } finally {
      this.text = '';
    }
  }

  private refuse(reason: StrictJsonReason, message: string, offset = this.at): never {
    throw new Refusal(reason, offset, message);
  }

  private syntax(expected: string): never {
    const found = this.at < this.text.length ? JSON.stringify(this.text.charAt(this.at)) : 'the end of the text';
    this.refuse('SYNTAX', `Expected ${expected}, found ${found}.`);
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
    }
  }

  private value(depth: number): JsonValue {
    switch (this.text.charAt(this.at)) {
      case '{':
        return this.object(depth + 1);
      case '[':
        return this.array(depth + 1);
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private word<T extends JsonValue>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.syntax('a JSON value');
    this.at += word.length;
    return value;
  }

  private enter(depth: number): void {
    if (++this.containers > MAX_CONTAINERS) {
      this.refuse('TOO_MANY_VALUES', `The JSON holds more than ${MAX_CONTAINERS} objects and lists.`);
    }
    if (depth > MAX_DEPTH) this.refuse('TOO_DEEP', `The JSON is nested more than ${MAX_DEPTH} levels deep.`);
    this.at++;
    this.space();
  }

  private object(depth: number): JsonValue {
    this.enter(depth);
    const members: Record<string, JsonValue> = Object.create(null);
    if (this.text.charAt(this.at) === '}') {
      this.at++;
      return members;
    }
    for (;;) {
      const start = this.at;
      if (this.text.charAt(this.at) !== '"') this.syntax('a member name in double quotes');
      const name = this.string();
      if (name in members) {
        this.refuse('DUPLICATE_NAME', `The member name ${JSON.stringify(name)} appears twice in one object.`, start);
      }
      this.space();
      if (this.text.charAt(this.at) !== ':') this.syntax('a colon');
      this.at++;
      this.space();
      members[name] = this.value(depth);
      this.space();
      const next = this.text.charAt(this.at);
      if (next !== ',' && next !== '}') this.syntax('a comma or a closing brace');
      this.at++;
      if (next === '}') return members;
      this.space();
    }
  }

  private array(depth: number): JsonValue {
    this.enter(depth);
    const items: JsonValue[] = [];
    if (this.text.charAt(this.at) === ']') {
      this.at++;
      return items;
    }
    for (;;) {
      items.push(this.value(depth));
      this.space();
      const next = this.text.charAt(this.at);
      if (next !== ',' && next !== ']') this.syntax('a comma or a closing bracket');
      this.at++;
      if (next === ']') return items;
      this.space();
    }
  }

  private string(): string {
    const start = this.at++;
    let value = '';
    for (;;) {
      PLAIN.lastIndex = this.at;
      PLAIN.test(this.text);
      value += this.text.slice(this.at, PLAIN.lastIndex);
      this.at = PLAIN.lastIndex;
      if (this.at >= this.text.length) this.syntax('a closing quote');
      const code = this.text.charCodeAt(this.at);
      if (code === 0x22) {
        this.at++;
        if (!value.isWellFormed()) {
          this.refuse('LONE_SURROGATE', 'A string holds a lone surrogate, which has no UTF-8 form.', start);
        }
        return value;
      }
      if (code < 0x20) this.syntax('no control character inside a string');
      value += code === 0x5c ? this.escape() : this.text.charAt(this.at++);
    }
  }

  private escape(): string {
    const letter = this.text.charAt(this.at + 1);
    const simple = ESCAPES[letter];
    if (simple !== undefined) {
      this.at += 2;
      return simple;
    }
    const digits = this.text.slice(this.at + 2, this.at + 6);
    if (letter !== 'u' || !/^[0-9a-fA-F]{4}$/.test(digits)) this.syntax('a valid escape sequence');
    this.at += 6;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  private number(): number {
    NUMBER.lastIndex = this.at;
    const literal = NUMBER.exec(this.text)?.[0];
    if (literal === undefined) this.syntax('a JSON value');
    const value = Number(literal);
    if (!survivesDouble(literal, value, this.numbers)) {
      this.refuse('NUMBER_RANGE', `The number ${literal.slice(0, 40)} does not keep its value in a double.`);
    }
    this.at += literal.length;
    return value;
  }
}

/**
 * One for all texts: V8 drops what it compiled for a class whenever a garbage collection finds no instance of it, which
 * between two texts would be always.
 */
const PARSER = new Parser();

/** The parts of a number: digits before and after the point, exponent. */
const NUMBER_PARTS = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** No double needs more characters than this; longer literals are not looked at, since that would cost time without bound. */
const MAX_NUMBER_LENGTH = 400;
/** Significant digits that tell every double from all others. */
const MAX_DOUBLE_DIGITS = 17;
/** Integers below this are counts and amounts, of which each digit matters; ECMAScript prints larger ones with an exponent. */
const PLAIN_DIGITS_BELOW = 1e21;

/**
 * Whether a number keeps its value through a double (RFC 7493 section 2.2): it must be the number that ECMAScript prints
 * for its double, which is what canonical JSON holds (RFC 8785 section 3.2.2.3), in whatever spelling. Where two
 * numbers have one double, only one of them passes: else an amount could become another one under the same hash.
 */
function survivesDouble(literal: string, value: number, rule: NumberRule): boolean {
  if (!Number.isFinite(value) || literal.length > MAX_NUMBER_LENGTH) return false;
  const printed = String(value);
  if (printed === literal) return true;
  const [stated, held] = [decimal(literal), decimal(printed)];
  if (stated.digits === held.digits) return held.digits === '' || stated.power === held.power;
  if (rule === 'as-written' || value === 0) return false;
  const magnitude = Math.abs(value);
  const isLong = stated.digits.length > MAX_DOUBLE_DIGITS;
  if (!isLong && (stated.power < 0 || magnitude >= PLAIN_DIGITS_BELOW)) return true;
  return stated.power >= 0 && BigInt(stated.digits) * 10n ** BigInt(stated.power) === BigInt(magnitude);
}

/** A number without its sign is `digits · 10^power`; the digits neither begin nor end with 0, and are empty for 0. */
function decimal(literal: string): { readonly digits: string; readonly power: number } {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER_PARTS.exec(literal) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  return { digits, power: Number(exponent) - fraction.length + all.length - digits.length };
}
