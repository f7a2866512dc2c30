/** A device made of node:crypto: keys of the three kinds, answers as a program or as an authenticator gives them. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { fromBase64, toBase64, toBase64Url, utf8 } from '../../src/bytes.ts';

export const KEY_KINDS = ['ES256', 'Ed25519', 'RS256'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const ORIGIN = 'http://localhost:7433';

/** What a test changes about an answer. */
export interface AnswerChange {
  readonly type?: string;
  readonly origin?: string;
  /** Base64. */
  readonly challenge?: string;
  readonly more?: Readonly<Record<string, unknown>>;
  readonly rpId?: string;
  /** UP 01, UV 04 and both unless stated. */
  readonly flags?: number;
  readonly signCount?: number;
  /** What follows the 37 bytes. */
  readonly rest?: Uint8Array;
}

export interface DeviceAnswer {
  /** Base64. */
  readonly clientData: string;
  readonly signature: string;
}

export interface Device {
  /** SubjectPublicKeyInfo, base64. */
  readonly publicKey: string;
  /** The same key as an authenticator writes it (RFC 9053). */
  readonly coseKey: Uint8Array;
  readonly credentialId: Uint8Array;
  /** As a program that holds the key answers. `challenge` is `publicKey.challenge`. */
  raw(challenge: string, change?: AnswerChange): DeviceAnswer;
  /** As an authenticator answers. */
  webauthn(challenge: string, change?: AnswerChange): DeviceAnswer;
  /** The attestation object of an enrolment, base64. */
  attestation(change?: AnswerChange & { readonly statement?: Uint8Array; readonly cose?: Uint8Array }): string;
}

function keyPair(kind: KeyKind): { publicKey: KeyObject; privateKey: KeyObject } {
  if (kind === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return kind === 'Ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('rsa', { modulusLength: 2048 });
}

export function newDevice(kind: KeyKind): Device {
  const { publicKey, privateKey } = keyPair(kind);
  const credentialId = new Uint8Array(randomBytes(32));
  const coseKey = coseKeyOf(publicKey);
  const signed = (message: Uint8Array) => toBase64(sign(kind === 'Ed25519' ? null : 'sha256', message, privateKey));
  return {
    publicKey: toBase64(publicKey.export({ format: 'der', type: 'spki' })),
    credentialId,
    coseKey,
    raw(challenge, change = {}) {
      const json = clientDataJson(challenge, change);
      return { clientData: toBase64(json), signature: signed(json) };
    },
    webauthn(challenge, change = {}) {
      const json = clientDataJson(challenge, change);
      const data = authenticatorData({ signCount: 1, ...change });
      const outer = { clientDataJSON: toBase64(json), authenticatorData: toBase64(data) };
      const digest = createHash('sha256').update(json).digest();
      return { clientData: toBase64(utf8(JSON.stringify(outer))), signature: signed(Buffer.concat([data, digest])) };
    },
    attestation({ statement = cborMap([]), cose = coseKey, ...change } = {}) {
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);
      const data = authenticatorData({ flags: 0x45, rest: credential, ...change });
      return toBase64(
        cborMap([
          [cborText('fmt'), cborText('none')],
          [cborText('attStmt'), statement],
          [cborText('authData'), cborBytes(data)],
        ]),
      );
    },
  };
}

/** COSE_Key in the canonical order of CTAP2: 1, 3, -1, -2, -3. */
function coseKeyOf(key: KeyObject): Uint8Array {
  const jwk = key.export({ format: 'jwk' });
  const bytes = (text: string | undefined) => cborBytes(new Uint8Array(Buffer.from(text ?? '', 'base64url')));
  const [kty, alg, rest] =
    jwk.kty === 'EC'
      ? [2, -7, [cborInteger(1), bytes(jwk.x), bytes(jwk.y)]]
      : jwk.kty === 'OKP'
        ? [1, -8, [cborInteger(6), bytes(jwk.x)]]
        : [3, -257, [bytes(jwk.n), bytes(jwk.e)]];
  return cborMap([
    [cborInteger(1), cborInteger(kty)],
    [cborInteger(3), cborInteger(alg)],
    ...rest.map((value, place) => [cborInteger(-1 - place), value] as const),
  ]);
}

function clientDataJson(challenge: string, { type = 'webauthn.get', origin = ORIGIN, ...change }: AnswerChange) {
  const bytes = fromBase64(change.challenge ?? challenge) ?? new Uint8Array();
  return utf8(JSON.stringify({ type, challenge: toBase64Url(bytes), origin, ...change.more }));
}

export function authenticatorData({ rpId = 'localhost', flags = 0x05, signCount = 0, rest }: AnswerChange): Uint8Array {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(signCount);
  const head = [createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter];
  return new Uint8Array(Buffer.concat([...head, rest ?? Buffer.alloc(0)]));
}

function cborHead(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.from([(major << 5) | argument]);
  if (argument < 256) return Buffer.from([(major << 5) | 24, argument]);
  return Buffer.from([(major << 5) | 25, argument >> 8, argument & 255]);
}
export const cborInteger = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
export const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
export const cborBytes = (bytes: Uint8Array) => Buffer.concat([cborHead(2, bytes.length), bytes]);
export function cborMap(entries: readonly (readonly [Uint8Array, Uint8Array])[]): Uint8Array {
  return new Uint8Array(Buffer.concat([cborHead(5, entries.length), ...entries.flat()]));
}
