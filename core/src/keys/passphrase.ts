/** Keys from passphrases: Argon2id (RFC 9106), 64 MiB, 3 passes, 1 lane, 32 bytes out (design: crypto, section 6). */
import { utf8 } from '../bytes.ts';

export const ARGON2ID = { memoryKiB: 65_536, passes: 3, lanes: 1, length: 32, saltLength: 16 } as const;

/** A new passphrase has at least this many characters, whichever part of the product asks for it. */
export const LEAST_PASSPHRASE_CHARACTERS = 12;

/** Whether a new passphrase is long enough. */
export function isLongEnough(passphrase: string): boolean {
  return [...passphrase.normalize('NFC')].length >= LEAST_PASSPHRASE_CHARACTERS;
}

/**
 * Argon2id with the parameters above over the UTF-8 bytes of an NFC-normalised passphrase. It is an argument wherever it
 * is used, because the fast one is Node's and the portable one takes a second and belongs in a worker.
 */
export type PassphraseKdf = (passphrase: Uint8Array, salt: Uint8Array) => Promise<Uint8Array>;

/** The bytes of a passphrase: NFC, so that it is the same however the keyboard composed its accents. */
export function passphraseBytes(passphrase: string): Uint8Array {
  return utf8(passphrase.normalize('NFC'));
}

/** noble's Argon2id: about a second of computation, so never on an event loop or a main thread. */
export const nobleArgon2id: PassphraseKdf = async (passphrase, salt) => {
  const { argon2id } = await import('@noble/hashes/argon2.js');
  return argon2id(passphrase, salt, {
    t: ARGON2ID.passes,
    m: ARGON2ID.memoryKiB,
    p: ARGON2ID.lanes,
    dkLen: ARGON2ID.length,
  });
};

/** What is used of `node:crypto` from Node 24.7 on; Electron's BoringSSL has no `argon2`. */
export interface NodeArgon2 {
  argon2?(
    algorithm: 'argon2id',
    parameters: {
      message: Uint8Array;
      nonce: Uint8Array;
      parallelism: number;
      tagLength: number;
      memory: number;
      passes: number;
    },
    callback: (error: Error | null, key: Uint8Array) => void,
  ): void;
}

/** OpenSSL's Argon2id on a pool thread; null where this runtime has none. */
export function nodeArgon2id(nodeCrypto: NodeArgon2): PassphraseKdf | null {
  const argon2 = nodeCrypto.argon2;
  if (argon2 === undefined) return null;
  return (passphrase, salt) =>
    new Promise((resolve, reject) => {
      const parameters = {
        message: passphrase,
        nonce: salt,
        parallelism: ARGON2ID.lanes,
        tagLength: ARGON2ID.length,
        memory: ARGON2ID.memoryKiB,
        passes: ARGON2ID.passes,
      };
      argon2('argon2id', parameters, (error, key) => (error === null ? resolve(new Uint8Array(key)) : reject(error)));
    });
}
