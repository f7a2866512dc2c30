/**
 * The schema `identity_v2` (decisions, sections 7 and 11; `docs/formats.md`): the form of an identity document's data. It says
 * nothing about whether the document is genuine, still valid, or whose it is. Needs no clock: the same bytes always get the
 * same answer.
 */
import { toHex } from '../bytes.ts';
import { isJsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256 } from '../hash.ts';
import { parseStrictJson } from '../strict-json.ts';
import { parseIsoTime } from '../time.ts';
import { COUNTRY_CODES } from './iso-3166.ts';

export const DOCUMENT_TYPES = ['passport', 'id_card', 'residence_permit', 'driving_licence'] as const;

/** The rule of each member; all are required. */
const RULES = {
  given_name: isName,
  family_name: isName,
  date_of_birth: isDate,
  document_type: (text) => DOCUMENT_TYPES.some((type) => type === text),
  document_number: (text) => /^[A-Za-z0-9][A-Za-z0-9 ./<-]{0,39}$/.test(text),
  issuing_country: (text) => COUNTRY_CODES.has(text),
  expires_on: isDate,
} as const satisfies Readonly<Record<string, (text: string) => boolean>>;

export type IdentityField = keyof typeof RULES;

export const IDENTITY_FIELDS = Object.keys(RULES) as readonly IdentityField[];

export interface DocumentVerdict {
  /** All fields passed and there is no other member. */
  readonly valid: boolean;
  /** SHA3-256 of the document's bytes, hex. Unsalted: whoever can guess the contents can confirm the guess. */
  readonly hash: string;
  /** The fields that passed, in the order of the schema; none where the bytes are no strict I-JSON object. */
  readonly fields: readonly IdentityField[];
}

/** Judges the bytes of a document. Never throws: every byte string has a verdict. */
export function validateIdentityV2(document: Uint8Array): DocumentVerdict {
  const hash = toHex(sha3_256(document));
  const parsed = parseStrictJson(document);
  if (!parsed.ok || !isJsonObject(parsed.value)) return { valid: false, hash, fields: [] };
  const members = parsed.value;
  const fields = IDENTITY_FIELDS.filter((name) => Object.hasOwn(members, name) && passes(name, members[name]));
  // What is not part of the schema was not looked at; the verdict must not cover it.
  const isExact = Object.keys(members).length === IDENTITY_FIELDS.length;
  return { valid: isExact && fields.length === IDENTITY_FIELDS.length, hash, fields };
}

function passes(name: IdentityField, value: JsonValue | undefined): boolean {
  return typeof value === 'string' && RULES[name](value);
}

/** 1 to 200 characters with a letter, no control characters, no space at the ends. */
function isName(text: string): boolean {
  return (
    [...text].length <= 200 && text.trim() === text && /\p{L}/u.test(text) && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)
  );
}

/** `YYYY-MM-DD`, a day that exists. */
function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && parseIsoTime(`${text}T00:00:00Z`) !== null;
}
