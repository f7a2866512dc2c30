/**
 * What stands around every key and ciphertext (security, S28; docs/formats.md). SEAL trusts what it reads: it takes compressed
 * bytes, keys of others and spent ciphertexts, and answers with wrong numbers. So everything is decided here first.
 *
 *   magic 11 ‖ kind ‖ parameters ‖ custody ‖ depth ‖ key id 8 ‖ fingerprint 32 ‖ values 2 ‖ bound 4 ‖ nonce 16 ‖ length 4 ‖ body ‖ MAC 32
 *
 * Integers are big-endian. The MAC is HMAC-SHA-256 over `svc-fhe-mac/v1` 00 ‖ length of the project's id, 2 bytes ‖ the id ‖
 * everything before the MAC, under a key that the service has for each project (decisions 12.35).
 */
import { concat, equalBytes, fromHex, toHex, utf8 } from '../bytes.ts';
import {
  ciphertextBytes,
  type FheParameters,
  MAX_DEPTH,
  PARAMETERS,
  type ParameterId,
  parametersOf,
  publicKeyBytes,
  relinKeyBytes,
  SLOTS,
  secretKeyBytes,
} from './params.ts';

/** `client-ciphertext`: somebody else than the service made it, so nothing in it is vouched for; its MAC is zeros. */
export const FHE_KINDS = ['public-key', 'relin-key', 'secret-key', 'ciphertext', 'client-ciphertext'] as const;
export type FheKind = (typeof FHE_KINDS)[number];

const CUSTODIES = ['server', 'client'] as const;
/** Who keeps the secret key. */
export type Custody = (typeof CUSTODIES)[number];

export interface FheHeader {
  readonly kind: FheKind;
  readonly parameters: ParameterId;
  readonly custody: Custody;
  /** Products that are nested in it; 0 for keys. */
  readonly depth: number;
  /** 16 hexadecimal digits: what follows the prefix of the id of the key pair or session. */
  readonly keyId: string;
  /** SHA-256, hex: of the public key as SEAL writes it; of a session `svc-fhe-session/v1` and the secret key. */
  readonly fingerprint: string;
  /** How many values it answers; 0 for keys. */
  readonly values: number;
  /** In units of 2^-16 bit. BFV: noise beyond a fresh ciphertext. CKKS: size of the values, masked. */
  readonly bound: number;
  /** 16 bytes; zeros where nothing is masked. */
  readonly nonce: Uint8Array;
}

export interface Envelope {
  readonly header: FheHeader;
  /** As SEAL writes it, uncompressed and of exactly the length that kind, parameters and depth give. */
  readonly body: Uint8Array;
}

const MAGIC = concat(utf8('svc-fhe/v1'), new Uint8Array(1));
const MAC_MAGIC = concat(utf8('svc-fhe-mac/v1'), new Uint8Array(1));
const AT = {
  kind: 11,
  parameters: 12,
  custody: 13,
  depth: 14,
  keyId: 15,
  fingerprint: 23,
  values: 55,
  bound: 57,
  nonce: 61,
};
const LENGTH_AT = 77;
export const HEADER_BYTES = 81;
export const MAC_BYTES = 32;
export const NONCE_BYTES = 16;
const NO_MAC = new Uint8Array(MAC_BYTES);

/** HMAC-SHA-256 under the key of the project, over all parts as one message. */
export type ProjectMac = (parts: readonly Uint8Array[]) => Uint8Array;

/** Where the MAC is computed: the project's id and its key. */
export interface EnvelopeSealer {
  readonly project: string;
  readonly mac: ProjectMac;
}

/** Writes an envelope. Throws RangeError where header and body do not belong together: that is our own mistake. */
export function sealEnvelope({ header, body }: Envelope, sealer: EnvelopeSealer): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + body.length + MAC_BYTES);
  bytes.set(headerBytes(header, body.length));
  bytes.set(body, HEADER_BYTES);
  if (readForm(bytes) === null) throw new RangeError('internal: an envelope whose header and body do not match');
  if (header.kind !== 'client-ciphertext') bytes.set(macOf(bytes, sealer), HEADER_BYTES + body.length);
  return bytes;
}

/**
 * Reads an envelope and holds it against its MAC; null for every other sequence of bytes. A `client-ciphertext` has no MAC:
 * whoever reads it decides whether that will do.
 */
export function openEnvelope(bytes: Uint8Array, sealer: EnvelopeSealer): Envelope | null {
  const read = readForm(bytes);
  if (read === null) return null;
  const expected = read.header.kind === 'client-ciphertext' ? NO_MAC : macOf(bytes, sealer);
  return equalBytes(bytes.subarray(bytes.length - MAC_BYTES), expected) ? read : null;
}

function macOf(bytes: Uint8Array, { project, mac }: EnvelopeSealer): Uint8Array {
  const id = utf8(project);
  const length = new Uint8Array([id.length >> 8, id.length & 255]);
  return mac([MAC_MAGIC, length, id, bytes.subarray(0, bytes.length - MAC_BYTES)]);
}

function headerBytes(header: FheHeader, bodyLength: number): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  bytes[AT.kind] = FHE_KINDS.indexOf(header.kind) + 1;
  bytes[AT.parameters] = PARAMETERS[header.parameters].code;
  bytes[AT.custody] = CUSTODIES.indexOf(header.custody);
  bytes[AT.depth] = header.depth;
  bytes.set(hexOf(header.keyId), AT.keyId);
  bytes.set(hexOf(header.fingerprint), AT.fingerprint);
  view.setUint16(AT.values, header.values);
  view.setUint32(AT.bound, header.bound);
  bytes.set(header.nonce, AT.nonce);
  view.setUint32(LENGTH_AT, bodyLength);
  return bytes;
}

function hexOf(text: string): Uint8Array {
  const bytes = fromHex(text);
  if (bytes === null) throw new RangeError('internal: not hexadecimal');
  return bytes;
}

/**
 * Everything but the MAC, which nobody but the service can check: what stands in it is worth as much as where it came from.
 * Only lengths that SEAL writes for this kind, these parameters and this depth are accepted.
 */
export function readForm(bytes: Uint8Array): Envelope | null {
  if (bytes.length < HEADER_BYTES + MAC_BYTES || !equalBytes(bytes.subarray(0, MAGIC.length), MAGIC)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = FHE_KINDS[view.getUint8(AT.kind) - 1];
  const parameters = parametersOf(view.getUint8(AT.parameters));
  const custody = CUSTODIES[view.getUint8(AT.custody)];
  if (kind === undefined || parameters === null || custody === undefined) return null;
  const header = {
    kind,
    parameters: parameters.id,
    custody,
    depth: view.getUint8(AT.depth),
    keyId: toHex(bytes.subarray(AT.keyId, AT.fingerprint)),
    fingerprint: toHex(bytes.subarray(AT.fingerprint, AT.values)),
    values: view.getUint16(AT.values),
    bound: view.getUint32(AT.bound),
    nonce: bytes.slice(AT.nonce, LENGTH_AT),
  };
  const body = bytes.subarray(HEADER_BYTES, bytes.length - MAC_BYTES);
  const isRight =
    isPossible(header) &&
    view.getUint32(LENGTH_AT) === body.length &&
    body.length === bodyLengthOf(kind, parameters, header.depth);
  return isRight ? { header, body } : null;
}

function isPossible({ kind, parameters, custody, depth, values, bound, nonce }: FheHeader): boolean {
  const isCkks = parameters === 'ckks';
  const hasNonce = nonce.some((byte) => byte !== 0);
  if (!isCiphertext(kind)) {
    const isEmpty = depth === 0 && values === 0 && bound === 0 && !hasNonce;
    // A secret key in an envelope is one that its client keeps; a session's keys never leave the service.
    return isEmpty && !isCkks && (kind !== 'secret-key' || custody === 'client');
  }
  if (depth > MAX_DEPTH || values < 1 || values > SLOTS) return false;
  if (isCkks) return kind === 'ciphertext' && custody === 'server';
  return !hasNonce && (kind === 'ciphertext' || custody === 'client');
}

export function isCiphertext(kind: FheKind): boolean {
  return kind === 'ciphertext' || kind === 'client-ciphertext';
}

function bodyLengthOf(kind: FheKind, parameters: FheParameters, depth: number): number {
  switch (kind) {
    case 'public-key':
      return publicKeyBytes(parameters);
    case 'relin-key':
      return relinKeyBytes(parameters);
    case 'secret-key':
      return secretKeyBytes(parameters);
    case 'ciphertext':
    case 'client-ciphertext':
      return ciphertextBytes(parameters, depth);
  }
}
