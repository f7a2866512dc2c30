/** The second implementation: keys of node:crypto in the raw forms of the wire. */
import * as nodeCrypto from 'node:crypto';
import { fromBase64, toBase64 } from '@touchstone/core/bytes.ts';

type RawFormat = 'raw-public' | 'raw-seed';

/** Node's type declarations lack the raw formats. */
function raw(algorithm: string, format: RawFormat, key: Uint8Array) {
  const options: object = { key: Buffer.from(key), format, asymmetricKeyType: algorithm.toLowerCase() };
  return options as nodeCrypto.JsonWebKeyInput;
}

export function nodePublicKey(algorithm: string, text: string): nodeCrypto.KeyObject {
  return nodeCrypto.createPublicKey(raw(algorithm, 'raw-public', bytes(text)));
}

export function nodePrivateKey(algorithm: string, seed: Uint8Array): nodeCrypto.KeyObject {
  return nodeCrypto.createPrivateKey(raw(algorithm, 'raw-seed', seed));
}

export function rawPublic(key: nodeCrypto.KeyObject): string {
  const format: object = { format: 'raw-public' };
  const exported = nodeCrypto.createPublicKey(key).export(format as nodeCrypto.JwkKeyExportOptions);
  return toBase64(new Uint8Array(exported as object as Uint8Array));
}

export function bytes(text: unknown): Uint8Array {
  const decoded = typeof text === 'string' ? fromBase64(text) : null;
  if (decoded === null) throw new TypeError('not base64');
  return decoded;
}

/** The base64 text with one bit of its bytes changed. */
export function flipped(text: unknown, at = 0): string {
  const changed = bytes(text);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return toBase64(changed);
}
