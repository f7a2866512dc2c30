/** ML-KEM (FIPS 203) by liboqs. A decapsulation key is its 64-byte seed, which is expanded within each call. */

import { type CreateModule, type Liboqs, type LiboqsModule, openLiboqs } from '../liboqs/instance.ts';
import { type KemAlgorithm, kemLengths } from './backend.ts';

/** The functions of liboqs' `kem.h`. */
interface KemModule extends LiboqsModule {
  _OQS_KEM_new(name: number): number;
  _OQS_KEM_keypair(handle: number, publicKey: number, secretKey: number): number;
  _OQS_KEM_encaps(handle: number, ciphertext: number, sharedSecret: number, publicKey: number): number;
  _OQS_KEM_decaps(handle: number, sharedSecret: number, ciphertext: number, secretKey: number): number;
}

const LOAD: Readonly<Record<KemAlgorithm, () => Promise<{ readonly default: CreateModule<KemModule> }>>> = {
  'ML-KEM-512': () => import('../../../node_modules/@oqs/liboqs-js/dist/ml-kem-512.deno.js'),
  'ML-KEM-768': () => import('../../../node_modules/@oqs/liboqs-js/dist/ml-kem-768.deno.js'),
  'ML-KEM-1024': () => import('../../../node_modules/@oqs/liboqs-js/dist/ml-kem-1024.deno.js'),
};

/** All lengths have been checked before a call. */
export interface LiboqsKem extends Pick<Liboqs<unknown>, 'memory'> {
  publicKey(seed: Uint8Array): Uint8Array;
  /** With 32 bytes of randomness. Null where liboqs refuses the key (section 7.2). */
  encapsulate(
    publicKey: Uint8Array,
    randomness: Uint8Array,
  ): { readonly ciphertext: Uint8Array; readonly sharedSecret: Uint8Array } | null;
  decapsulate(seed: Uint8Array, ciphertext: Uint8Array): Uint8Array;
}

export async function openLiboqsKem(algorithm: KemAlgorithm): Promise<LiboqsKem> {
  const {
    publicKey: keyLength,
    expandedKey,
    ciphertext: sentLength,
    sharedSecret: secretLength,
  } = kemLengths(algorithm);
  const create = (await LOAD[algorithm]()).default;
  const { module, handle, memory, callSecretly } = await openLiboqs(create, algorithm, (made, name) =>
    made._OQS_KEM_new(name),
  );

  function require(answer: number): void {
    if (answer !== 0) throw new Error(`liboqs did not answer: ${algorithm}`);
  }

  return {
    memory,

    publicKey(seed) {
      return callSecretly([seed], ({ room, take }) => {
        const publicKey = room(keyLength);
        require(module._OQS_KEM_keypair(handle, publicKey, room(expandedKey)));
        return take(publicKey, keyLength);
      });
    },

    encapsulate(publicKey, randomness) {
      return callSecretly([randomness], ({ put, room, take }) => {
        const [sent, secret] = [room(sentLength), room(secretLength)];
        if (module._OQS_KEM_encaps(handle, sent, secret, put(publicKey)) !== 0) return null;
        return { ciphertext: take(sent, sentLength), sharedSecret: take(secret, secretLength) };
      });
    },

    decapsulate(seed, ciphertext) {
      return callSecretly([seed], ({ put, room, take }) => {
        const [secret, secretKey] = [room(secretLength), room(expandedKey)];
        require(module._OQS_KEM_keypair(handle, room(keyLength), secretKey));
        require(module._OQS_KEM_decaps(handle, secret, put(ciphertext), secretKey));
        return take(secret, secretLength);
      });
    },
  };
}
