/** Signatures by liboqs: ML-DSA (FIPS 204, pure, no context) and padded FALCON of round 3. */

import { type CreateModule, type Liboqs, type LiboqsModule, openLiboqs } from '../liboqs/instance.ts';
import type { SignatureAlgorithm } from './family.ts';
import { signatureLengths } from './lengths.ts';

/** The functions of liboqs' `sig.h`. */
export interface SignatureModule extends LiboqsModule {
  _OQS_SIG_new(name: number): number;
  _OQS_SIG_keypair(handle: number, publicKey: number, secretKey: number): number;
  _OQS_SIG_sign(
    handle: number,
    signature: number,
    signatureLength: number,
    message: number,
    messageLength: number,
    secretKey: number,
  ): number;
  _OQS_SIG_verify(
    handle: number,
    message: number,
    messageLength: number,
    signature: number,
    signatureLength: number,
    publicKey: number,
  ): number;
}

interface Row {
  /** liboqs' name. */
  readonly name: string;
  /** Bytes of liboqs' secret key, which for ML-DSA is the expanded one (FIPS 204, table 2). */
  readonly secretKey: number;
  readonly load: () => Promise<{ readonly default: CreateModule<SignatureModule> }>;
}

// By path, since the package names its classes only. The variant for Deno is the one without Node's files.
export const LIBOQS_SIGNATURES: Partial<Record<SignatureAlgorithm, Row>> = {
  'ML-DSA-44': {
    name: 'ML-DSA-44',
    secretKey: 2560,
    load: () => import('../../../node_modules/@oqs/liboqs-js/dist/ml-dsa-44.deno.js'),
  },
  'ML-DSA-65': {
    name: 'ML-DSA-65',
    secretKey: 4032,
    load: () => import('../../../node_modules/@oqs/liboqs-js/dist/ml-dsa-65.deno.js'),
  },
  'ML-DSA-87': {
    name: 'ML-DSA-87',
    secretKey: 4896,
    load: () => import('../../../node_modules/@oqs/liboqs-js/dist/ml-dsa-87.deno.js'),
  },
  'FALCON-512': {
    name: 'Falcon-padded-512',
    secretKey: 1281,
    load: () => import('../../../node_modules/@oqs/liboqs-js/dist/falcon-padded-512.deno.js'),
  },
  'FALCON-1024': {
    name: 'Falcon-padded-1024',
    secretKey: 2305,
    load: () => import('../../../node_modules/@oqs/liboqs-js/dist/falcon-padded-1024.deno.js'),
  },
};

/** All lengths have been checked before a call; a message has `MAX_MESSAGE_BYTES` at most. */
export interface LiboqsSignature extends Pick<Liboqs<unknown>, 'memory'> {
  /** The key pair of a seed of the family's length; the secret key is liboqs' own. */
  keyPair(seed: Uint8Array): { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };
  publicKey(seed: Uint8Array): Uint8Array;
  /** Signs with the key of a seed, which is expanded within; the randomness hedges. Null where liboqs did not sign. */
  signWithSeed(seed: Uint8Array, message: Uint8Array, randomness: Uint8Array): Uint8Array | null;
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

export function hasLiboqsSignature(algorithm: SignatureAlgorithm): boolean {
  return LIBOQS_SIGNATURES[algorithm] !== undefined;
}

export async function openLiboqsSignature(algorithm: SignatureAlgorithm): Promise<LiboqsSignature> {
  const row = LIBOQS_SIGNATURES[algorithm];
  if (row === undefined) throw new TypeError(`liboqs has no ${algorithm} here`);
  const lengths = signatureLengths(algorithm);
  const create = (await row.load()).default;
  const { module, handle, memory, call, callSecretly } = await openLiboqs(create, row.name, (made, name) =>
    made._OQS_SIG_new(name),
  );

  function require(answer: number): void {
    if (answer !== 0) throw new Error(`liboqs made no keys: ${algorithm}`);
  }

  return {
    memory,

    keyPair(seed) {
      return callSecretly([seed], ({ room, take }) => {
        const [publicKey, secretKey] = [room(lengths.publicKey), room(row.secretKey)];
        require(module._OQS_SIG_keypair(handle, publicKey, secretKey));
        return { publicKey: take(publicKey, lengths.publicKey), secretKey: take(secretKey, row.secretKey) };
      });
    },

    publicKey(seed) {
      return callSecretly([seed], ({ room, take }) => {
        const publicKey = room(lengths.publicKey);
        require(module._OQS_SIG_keypair(handle, publicKey, room(row.secretKey)));
        return take(publicKey, lengths.publicKey);
      });
    },

    signWithSeed(seed, message, randomness) {
      return callSecretly([seed, randomness], ({ put, room, take }) => {
        const secretKey = room(row.secretKey);
        require(module._OQS_SIG_keypair(handle, room(lengths.publicKey), secretKey));
        const [signature, length] = [room(lengths.signature), room(8)];
        const answer = module._OQS_SIG_sign(handle, signature, length, put(message), message.length, secretKey);
        return answer === 0 ? take(signature, lengths.signature) : null;
      });
    },

    verify(publicKey, message, signature) {
      return call(({ put }) => {
        const [text, signed, key] = [put(message), put(signature), put(publicKey)];
        return module._OQS_SIG_verify(handle, text, message.length, signed, signature.length, key) === 0;
      });
    },
  };
}
