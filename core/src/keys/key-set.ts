/**
 * Key sets: the public keys of one issuer and principal for one use, as a JWK Set (RFC 7517) with the AKP key type
 * of JOSE for post-quantum keys. File extension `.pqkeys.json` (decisions, section 4 and 12.8; security, S4 and S8).
 */
import { fromBase64, fromBase64Url, toBase64Url, toHex } from '../bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha3_256, sha256, tagged } from '../hash.ts';
import { lengthsOf } from '../sign/lengths.ts';
import { parseStrictJson } from '../strict-json.ts';
import { parseIsoTime } from '../time.ts';

/** One key, one use (S4): a key set speaks for nothing else. `enc` is the KEM key that clients seal to. */
export const KEY_USES = ['artifact', '3key', 'receipt', 'service', 'release', 'agent', 'account', 'enc'] as const;
export type KeyUse = (typeof KEY_USES)[number];

/** Post-quantum public key; `pub` is base64url of the raw key. */
export interface AkpKey {
  readonly kty: 'AKP';
  readonly alg: string;
  readonly kid: string;
  readonly pub: string;
}

/** Ed25519 public key (RFC 8037). */
export interface OkpKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly kid: string;
  readonly x: string;
}

export type PublicJwk = AkpKey | OkpKey;

/** What an earlier edition of the same line says of a set (decisions 12.8); the fingerprint does not cover it. */
export interface Endorsement {
  /** Fingerprint of the endorsing edition. */
  readonly by: string;
  /** One signature for each key of that edition, in base64, by kid. */
  readonly signatures: Readonly<Record<string, string>>;
}

/** One edition of a line: the sets of one issuer and principal for one use (decisions 12.4). */
export interface KeySet {
  /** Names this edition inside its line. */
  readonly keyset_id: string;
  readonly issuer: string;
  readonly principal: string;
  readonly use: KeyUse;
  /** The number of the edition: grows with each of the line. It proves nothing. */
  readonly serial: number;
  readonly not_before: string;
  readonly not_after: string;
  /** True for example sets; part of the fingerprint, so it cannot be taken off. */
  readonly demo?: true;
  readonly keys: readonly PublicJwk[];
  /** Makes the document one of version 2. */
  readonly endorsement?: Endorsement;
  /** SHA3-256, lower-case hex, over the rest of the document; always recomputed. */
  readonly fingerprint: string;
}

export type KeySetResult =
  | { readonly ok: true; readonly keySet: KeySet }
  | { readonly ok: false; readonly field: string; readonly message: string };

/**
 * fingerprint = SHA3-256(`svc-keyset/v1` 00 JCS(the document without `fingerprint` and `endorsement`)), lower-case hex (S8,
 * decisions 12.8): an endorsement neither makes nor changes a set.
 */
export function keySetFingerprint(document: Omit<KeySet, 'fingerprint'>): string {
  const { fingerprint: _, endorsement: _e, ...rest } = document as KeySet & JsonObject;
  return toHex(sha3_256(tagged('keyset', canonicalBytes(rest))));
}

/** Thumbprints that were computed already: a run over many files asks for the keys of one trust store again and again. */
const thumbprints = new WeakMap<PublicJwk, string>();

/** RFC 7638 thumbprint (SHA-256, base64url) over the members that make the key: what revocation names. */
export function keyThumbprint(key: PublicJwk): string {
  const known = thumbprints.get(key);
  if (known !== undefined) return known;
  const essence: JsonObject =
    key.kty === 'AKP' ? { alg: key.alg, kty: key.kty, pub: key.pub } : { crv: key.crv, kty: key.kty, x: key.x };
  const thumbprint = toBase64Url(sha256(canonicalBytes(essence)));
  thumbprints.set(key, thumbprint);
  return thumbprint;
}

/** The algorithm's name: `alg` of an AKP key, the curve of an OKP key. */
export function algorithmOf(key: PublicJwk): string {
  return key.kty === 'AKP' ? key.alg : key.crv;
}

/** Raw public key bytes. `parseKeySet` has checked the text, so failure is a broken invariant. */
export function publicKeyBytes(key: PublicJwk): Uint8Array {
  const bytes = fromBase64Url(key.kty === 'AKP' ? key.pub : key.x);
  if (bytes === null) throw new TypeError('internal: a key set holds undecodable key text');
  return bytes;
}

/** The public JWK of raw key bytes; its kid is its thumbprint. */
export function publicJwk(algorithm: string, publicKey: Uint8Array): PublicJwk {
  const text = toBase64Url(publicKey);
  const key: PublicJwk =
    algorithm === 'Ed25519'
      ? { kty: 'OKP', crv: 'Ed25519', kid: '', x: text }
      : { kty: 'AKP', alg: algorithm, kid: '', pub: text };
  return { ...key, kid: keyThumbprint(key) };
}

/** Whether a time (milliseconds since 1970) lies in a key set's validity, both ends included. */
export function isInValidity({ not_before, not_after }: KeySet, time: number): boolean {
  return time >= (parseIsoTime(not_before) ?? Number.NaN) && time <= (parseIsoTime(not_after) ?? Number.NaN);
}

/** Completes a key set with its fingerprint. */
export function sealKeySet(document: Omit<KeySet, 'fingerprint'>): KeySet {
  return { ...document, fingerprint: keySetFingerprint(document) };
}

const MEMBERS = [
  'keyset_id',
  'issuer',
  'principal',
  'use',
  'serial',
  'not_before',
  'not_after',
  'demo',
  'keys',
  'endorsement',
  'fingerprint',
];
const ENDORSEMENT_MEMBERS = ['by', 'signatures'];
const AKP_MEMBERS = ['kty', 'alg', 'kid', 'pub'];
const OKP_MEMBERS = ['kty', 'crv', 'kid', 'x'];

class Refusal extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * Reads a `*.pqkeys.json` file. Unknown or private members, duplicate kids, wrong key lengths and a stated fingerprint
 * that is not the recomputed one are input errors that name the field.
 */
export function parseKeySet(input: Uint8Array | string): KeySetResult {
  const parsed = parseStrictJson(input);
  if (!parsed.ok) return { ok: false, field: `line ${parsed.line}, column ${parsed.column}`, message: parsed.message };
  return readKeySet(parsed.value);
}

/** Like `parseKeySet`, for a value that was parsed already. */
export function readKeySet(value: JsonValue): KeySetResult {
  try {
    return { ok: true, keySet: keySetOf(value) };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

function keySetOf(value: JsonValue): KeySet {
  if (!isJsonObject(value)) throw new Refusal('', 'A key set is a JSON object.');
  onlyMembers(value, MEMBERS, '');
  const use = KEY_USES.find((known) => known === value.use);
  if (use === undefined) throw new Refusal('use', `\`use\` must be one of ${KEY_USES.join(', ')}.`);
  const serial = value.serial;
  if (typeof serial !== 'number' || !Number.isSafeInteger(serial) || serial < 1) {
    throw new Refusal('serial', '`serial` must be a whole number from 1.');
  }
  if (value.demo !== undefined && value.demo !== true) throw new Refusal('demo', '`demo` is either true or absent.');
  const document: Omit<KeySet, 'fingerprint'> = {
    keyset_id: text(value, 'keyset_id'),
    issuer: text(value, 'issuer'),
    principal: text(value, 'principal'),
    use,
    serial,
    not_before: time(value, 'not_before'),
    not_after: time(value, 'not_after'),
    ...(value.demo === true ? { demo: true } : {}),
    keys: keysOf(value.keys),
    ...(Object.hasOwn(value, 'endorsement') ? { endorsement: endorsementOf(value.endorsement) } : {}),
  };
  if ((parseIsoTime(document.not_before) ?? 0) >= (parseIsoTime(document.not_after) ?? 0)) {
    throw new Refusal('not_after', '`not_after` must be later than `not_before`.');
  }
  const keySet = sealKeySet(document);
  if (value.fingerprint !== keySet.fingerprint) {
    throw new Refusal('fingerprint', `The stated fingerprint is not the recomputed one, ${keySet.fingerprint}.`);
  }
  return keySet;
}

function endorsementOf(value: JsonValue | undefined): Endorsement {
  if (!isJsonObject(value)) throw new Refusal('endorsement', '`endorsement` is an object or absent.');
  onlyMembers(value, ENDORSEMENT_MEMBERS, 'endorsement.');
  const { by, signatures } = value;
  if (typeof by !== 'string' || !/^[0-9a-f]{64}$/.test(by)) {
    throw new Refusal('endorsement.by', '`by` must be a fingerprint: 64 lower-case hex digits.');
  }
  if (!isJsonObject(signatures) || Object.keys(signatures).length === 0) {
    throw new Refusal('endorsement.signatures', '`signatures` must be an object with a signature for each kid.');
  }
  for (const [kid, signature] of Object.entries(signatures)) {
    if (typeof signature === 'string' && signature !== '' && fromBase64(signature) !== null) continue;
    throw new Refusal(`endorsement.signatures.${kid}`, 'A signature is base64 (RFC 4648, section 4, padded).');
  }
  return { by, signatures: signatures as Record<string, string> };
}

function keysOf(value: JsonValue | undefined): PublicJwk[] {
  if (!Array.isArray(value) || value.length === 0)
    throw new Refusal('keys', '`keys` must be a list with at least one key.');
  const keys = value.map((key: JsonValue, index) => keyOf(key, `keys[${index}]`));
  const kids = new Set<string>();
  for (const [index, key] of keys.entries()) {
    if (kids.has(key.kid)) throw new Refusal(`keys[${index}].kid`, `The kid ${JSON.stringify(key.kid)} appears twice.`);
    kids.add(key.kid);
  }
  return keys;
}

function keyOf(value: JsonValue, path: string): PublicJwk {
  if (!isJsonObject(value)) throw new Refusal(path, 'A key is a JSON object.');
  const isAkp = value.kty === 'AKP';
  if (!isAkp && value.kty !== 'OKP') throw new Refusal(`${path}.kty`, '`kty` must be AKP or OKP.');
  onlyMembers(value, isAkp ? AKP_MEMBERS : OKP_MEMBERS, `${path}.`);
  const algorithm = text(value, isAkp ? 'alg' : 'crv', path);
  const expected = algorithm === 'Ed25519' && isAkp ? undefined : lengthsOf(algorithm)?.publicKey;
  if (expected === undefined || (!isAkp && algorithm !== 'Ed25519')) {
    throw new Refusal(`${path}.${isAkp ? 'alg' : 'crv'}`, `${JSON.stringify(algorithm)} is not a known algorithm.`);
  }
  const member = isAkp ? 'pub' : 'x';
  const bytes = fromBase64Url(text(value, member, path));
  if (bytes?.length !== expected) {
    throw new Refusal(`${path}.${member}`, `A ${algorithm} public key is ${expected} bytes in unpadded base64url.`);
  }
  const kid = text(value, 'kid', path);
  return isAkp
    ? { kty: 'AKP', alg: algorithm, kid, pub: toBase64Url(bytes) }
    : { kty: 'OKP', crv: 'Ed25519', kid, x: toBase64Url(bytes) };
}

function onlyMembers(value: JsonObject, allowed: readonly string[], path: string): void {
  for (const name of Object.keys(value)) {
    if (allowed.includes(name)) continue;
    const secret = ['priv', 'd', 'seed', 'k'].includes(name)
      ? ' It looks like a private key: keep that file secret.'
      : '';
    throw new Refusal(path + name, `The member ${JSON.stringify(name)} does not belong here.${secret}`);
  }
}

function text(value: JsonObject, name: string, path = ''): string {
  const found = value[name];
  if (typeof found !== 'string' || found === '') {
    throw new Refusal(path === '' ? name : `${path}.${name}`, `\`${name}\` must be a non-empty string.`);
  }
  return found;
}

function time(value: JsonObject, name: string): string {
  const found = text(value, name);
  if (parseIsoTime(found) === null) throw new Refusal(name, `\`${name}\` must be an ISO 8601 date-time with its zone.`);
  return found;
}
