/** The body of a service's answer as callers get it: JSON where it is, else text, without the key (document 2; S23). */
import { fromUtf8, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { isJsonType } from './header-rules.ts';
import { createScrubber } from './scrub.ts';

export interface UpstreamBody {
  readonly bytes: Uint8Array;
  /** Empty where the service stated none. */
  readonly contentType: string;
  readonly key: string;
}

export interface AnsweredBody {
  /** JSON. */
  readonly text: string;
  /** SHA3-256 of its canonical form, hex. */
  readonly hash: string;
}

/** Linear in the length of the body; large ones are read in a worker (`upstreamBodyJob`). */
export function answeredBody({ bytes, contentType, key }: UpstreamBody): AnsweredBody {
  const body = createScrubber(key).value(decoded(bytes, contentType));
  return { text: JSON.stringify(body), hash: jsonHash(body) };
}

/** SHA3-256 of canonical JSON, hex: how attestations name bodies. */
export function jsonHash(value: JsonValue): string {
  return toHex(sha3_256(utf8(canonicalJson(value))));
}

/** JSON that does not survive being read, for example a number beyond a double, stays the text that it is. */
function decoded(bytes: Uint8Array, contentType: string): JsonValue {
  if (bytes.length === 0) return null;
  // Other encodings of text than UTF-8, and bytes that are no text: each byte as one character (ISO 8859-1).
  const text = fromUtf8(bytes) ?? Buffer.from(bytes).toString('latin1');
  const parsed = isJsonType(contentType) ? parseStrictJson(text) : null;
  return parsed?.ok === true ? parsed.value : text;
}
