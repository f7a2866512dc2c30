/**
 * Blanks a key where a service echoes it (security, S23): in plain, in base64 and base64url at any offset, in hexadecimal,
 * as a list of codes, and under percent, JSON and HTML escapes, in up to three layers of these. Best effort: who wants to
 * give a key away can encode it in a way that nobody expects. `allowed_paths` is the control.
 */
import { fromBase64, fromUtf8, toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';

export interface Scrubber {
  text(text: string): string;
  /** Every string, member name and number within. */
  value(value: JsonValue): JsonValue;
}

const LAYERS = 3;
const MARK = '********';

/** Encodings of shorter texts occur by chance. */
const LEAST_ENCODED = 4;

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A text with some layers of escapes taken off. `starts` says where in the original each character began; null: the same. */
interface Layer {
  readonly text: string;
  readonly starts: Uint32Array | null;
}

export function createScrubber(key: string): Scrubber {
  const secrets = [key, ...secretsWithin(key)];
  const plain = secrets.flatMap((secret) => [secret, ...listsOf(utf8(secret))]);
  const base64 = secrets.filter(({ length }) => length >= LEAST_ENCODED).flatMap((secret) => base64Cores(utf8(secret)));

  function rangesIn({ text, starts }: Layer, ranges: Range[]): void {
    const original = (place: number) => (starts === null ? place : (starts[place] ?? 0));
    for (const needle of plain) {
      for (const at of places(text, needle)) ranges.push({ start: original(at), end: original(at + needle.length) });
    }
    if (base64.length === 0) return;
    const standard = text.replaceAll('-', '+').replaceAll('_', '/');
    for (const core of base64) {
      for (const at of places(standard, core.text)) {
        const [from, to] = withNeighbours(standard, at, core);
        ranges.push({ start: original(from), end: original(to) });
      }
    }
  }

  function scrubbed(text: string): string {
    const ranges: Range[] = [];
    for (const layer of layersOf(text)) rangesIn(layer, ranges);
    return blanked(text, ranges);
  }

  function value(item: JsonValue): JsonValue {
    if (typeof item === 'string') return scrubbed(item);
    if (typeof item === 'number') {
      const text = String(item);
      const without = scrubbed(text);
      return without === text ? item : without;
    }
    if (item === null || typeof item === 'boolean') return item;
    if (Array.isArray(item)) return item.map(value);
    return Object.fromEntries(Object.entries(item).map(([name, member]) => [scrubbed(name), value(member)]));
  }

  return { text: scrubbed, value };
}

/** What a key in base64 says in clear: `user:password` of Basic authentication, and the password. */
function secretsWithin(key: string): readonly string[] {
  const bytes = key.length >= 8 ? fromBase64(key) : null;
  const text = bytes === null ? null : fromUtf8(bytes);
  if (text === null || !/^[\x20-\x7e]+$/.test(text)) return [];
  const password = text.includes(':') ? text.slice(text.indexOf(':') + 1) : '';
  return [text, password].filter(({ length }) => length >= LEAST_ENCODED);
}

/** Bytes written one by one: hexadecimal in both cases, and decimal codes. */
function listsOf(bytes: Uint8Array): readonly string[] {
  if (bytes.length < LEAST_ENCODED) return [];
  const pairs = toHex(bytes).match(/../g) ?? [];
  const hex = ['', ' ', ':', '-'].map((between) => pairs.join(between));
  return [...hex, ...hex.map((text) => text.toUpperCase()), bytes.join(','), bytes.join(', ')];
}

interface Core {
  /** What is the same whatever comes before and after. */
  readonly text: string;
  /** Whether the character before, and the one after, hold bits of it too. */
  readonly sharesBefore: boolean;
  readonly sharesAfter: boolean;
}

/** The base64 of a text that stands somewhere in another: three, by its place within a group. */
function base64Cores(bytes: Uint8Array): readonly Core[] {
  return [0, 1, 2].map((offset) => {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    const text = toBase64(shifted).slice(Math.ceil((offset * 8) / 6), Math.floor((shifted.length * 8) / 6));
    return { text, sharesBefore: offset > 0, sharesAfter: shifted.length % 3 > 0 };
  });
}

/** What is shared with neighbours goes too, and the padding. */
function withNeighbours(text: string, at: number, core: Core): readonly [number, number] {
  const isDigit = (place: number) => /[A-Za-z0-9+/]/.test(text[place] ?? '');
  const from = core.sharesBefore && isDigit(at - 1) ? at - 1 : at;
  let to = at + core.text.length;
  if (!core.sharesAfter || !isDigit(to)) return [from, to];
  to++;
  while (text[to] === '=') to++;
  return [from, to];
}

function* places(text: string, needle: string): Generator<number> {
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) yield at;
}

function blanked(text: string, ranges: readonly Range[]): string {
  if (ranges.length === 0) return text;
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end } of merged(ranges)) {
    pieces.push(text.slice(done, start), MARK.slice(0, Math.max(1, end - start)));
    done = end;
  }
  return pieces.join('') + text.slice(done);
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && range.start <= last.end) {
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else result.push(range);
  }
  return result;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Each with what it captures: hexadecimal digits, decimal digits, a character, a name. */
const FAMILIES = {
  percent: '%(?<percent>[0-9A-Fa-f]{2})',
  backslash: '\\\\(?:u(?<unicode>[0-9A-Fa-f]{4})|x(?<byte>[0-9A-Fa-f]{2})|(?<escaped>["\'\\\\/])|[rn])',
  html: '&(?:#(?<decimal>[0-9]{1,7});?|#[xX](?<hexadecimal>[0-9A-Fa-f]{1,6});?|(?<name>amp|lt|gt|quot|apos);)',
  breaks: '[\\0\\r\\n]',
} as const;

const EVERY_FAMILY = new RegExp(Object.values(FAMILIES).join('|'), 'g');
const ONE_FAMILY = Object.values(FAMILIES).map((source) => new RegExp(source, 'g'));

/**
 * The text as it stands, with all escapes taken off one to three times, and with one kind of them alone: a key may look
 * like an escape of another kind itself.
 */
function* layersOf(text: string): Generator<Layer> {
  const whole: Layer = { text, starts: null };
  yield whole;
  yield* peeledLayers(whole, EVERY_FAMILY);
  const present = ONE_FAMILY.filter((family) => text.search(family) !== -1);
  if (present.length < 2) return;
  for (const family of present) yield* peeledLayers(whole, family);
}

function* peeledLayers(whole: Layer, escapes: RegExp): Generator<Layer> {
  let layer: Layer | null = whole;
  for (let round = 0; round < LAYERS; round++) {
    layer = peeled(layer, escapes);
    if (layer === null) return;
    yield layer;
  }
}

/** One layer of escapes taken off, line breaks and zero bytes left out. null where there is nothing to take off. */
function peeled({ text, starts }: Layer, escapes: RegExp): Layer | null {
  if (text.search(escapes) === -1) return null;
  const original = (place: number) => (starts === null ? place : (starts[place] ?? 0));
  const units = new Uint16Array(text.length);
  const origins = new Uint32Array(text.length + 1);
  let length = 0;
  let done = 0;
  const keep = (unit: number, place: number) => {
    units[length] = unit;
    origins[length++] = original(place);
  };
  for (const match of text.matchAll(escapes)) {
    for (; done < match.index; done++) keep(text.charCodeAt(done), done);
    const unit = unitOf(match.groups ?? {});
    if (unit !== null) keep(unit, match.index);
    done = match.index + match[0].length;
  }
  for (; done < text.length; done++) keep(text.charCodeAt(done), done);
  origins[length] = original(text.length);
  const decoder = new TextDecoder('utf-16le', { ignoreBOM: true });
  return { text: decoder.decode(units.subarray(0, length)), starts: origins };
}

/** The UTF-16 unit of an escape; null for what is left out. Beyond 16 bits it is none that a key has. */
function unitOf(groups: Readonly<Record<string, string | undefined>>): number | null {
  const { percent, unicode, byte, hexadecimal, decimal, escaped, name } = groups;
  const hex = percent ?? unicode ?? byte ?? hexadecimal;
  if (hex !== undefined) return plainUnit(Number.parseInt(hex, 16));
  if (decimal !== undefined) return plainUnit(Number(decimal));
  if (escaped !== undefined) return escaped.charCodeAt(0);
  return name === undefined ? null : (NAMED[name] ?? '').charCodeAt(0);
}

/** What is no ASCII becomes a mark, so that a lone half of a pair cannot change how the text is decoded. */
function plainUnit(unit: number): number {
  return unit < 0x80 ? unit : 0xfffd;
}
