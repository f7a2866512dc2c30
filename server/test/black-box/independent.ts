/** Cryptography that shares nothing with the project: node:crypto, and liboqs where Node has no FALCON. */
import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto';
import { createFalconPadded512 } from '@oqs/liboqs-js/sig';
import type { Service } from './client.ts';

export type Family =
  | 'Ed25519'
  | 'ML-DSA-44'
  | 'ML-DSA-65'
  | 'ML-DSA-87'
  | 'SLH-DSA-SHA2-128s'
  | 'SLH-DSA-SHA2-128f'
  | 'FALCON-512';

const falcon = await createFalconPadded512();

/** Whether a signature over the message is valid, in pure mode with an empty context. */
export function isSigned(family: Family, message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (family === 'FALCON-512') {
    return falcon.verify(Uint8Array.from(message), Uint8Array.from(signature), Uint8Array.from(publicKey));
  }
  const raw = Buffer.from(publicKey).toString('base64url');
  const key: JsonWebKey =
    family === 'Ed25519' ? { kty: 'OKP', crv: family, x: raw } : { kty: 'AKP', alg: family, pub: raw };
  return verify(null, message, createPublicKey({ key, format: 'jwk' }), signature);
}

export function sha3(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = createHash('sha3-256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export const bytes = (base64: string) => Buffer.from(base64, 'base64');

/** Changes one bit in the middle of a base64 value. */
export function damaged(base64: string): string {
  const value = bytes(base64);
  const at = Math.floor(value.length / 2);
  value[at] = (value[at] ?? 0) ^ 1;
  return value.toString('base64');
}

export interface KeySet {
  readonly keyset_id: string;
  readonly use: string;
  readonly keys: readonly {
    readonly kid: string;
    readonly alg?: string;
    readonly crv?: string;
    readonly pub?: string;
    readonly x?: string;
  }[];
}

/** The published key sets, current first, by use. */
export async function publishedSets(service: Service): Promise<readonly KeySet[]> {
  return (await service.get('/api/svc-key/keys/public')).at('keysets') as KeySet[];
}

export function publicKeyOf(set: KeySet, family: Family): Buffer {
  const key = set.keys.find(({ alg, crv }) => (alg ?? crv) === family);
  return Buffer.from(key?.pub ?? key?.x ?? '', 'base64url');
}

export async function currentSet(service: Service, use: string): Promise<KeySet> {
  const found = (await publishedSets(service)).find((set) => set.use === use);
  if (found === undefined) throw new Error(`no key set of use ${use} is published`);
  return found;
}

/** RFC 8785 for what the service answers: strings, whole numbers, booleans, null, lists and objects with ASCII names. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`;
}
