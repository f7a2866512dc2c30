/**
 * Encryption at rest (crypto, section 6; security, S22): AES-256-GCM under a key that HKDF-SHA3-256 makes of the master
 * key for each purpose. The associated data names the row and column, so a box that is moved does not open.
 */
import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto';
import { concat, wipe } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { hkdfSha3_256, hmacSha3_256 } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';

/** Where a box belongs. Everything in it is authenticated. */
export interface Place {
  readonly kind: string;
  /** Empty for what belongs to the service itself. */
  readonly project: string;
  readonly object: string;
  readonly column: string;
  readonly version: number;
}

export interface Vault {
  /** 01 ‖ nonce 12 ‖ ciphertext ‖ tag 16. */
  seal(place: Place, plaintext: Uint8Array): Uint8Array;
  /** The plaintext, which the caller wipes; null where box, place or master key do not belong together. */
  open(place: Place, box: Uint8Array): Uint8Array | null;
  /** HMAC-SHA3-256, 32 bytes, under a key of its own for each kind. */
  mac(kind: string, message: Uint8Array): Uint8Array;
  /** Hands out a copy of the master key and wipes it afterwards: for a backup, which is the one thing that carries it. */
  lendMasterKey<T>(action: (masterKey: Uint8Array) => Promise<T>): Promise<T>;
  /**
   * Wipes the master key and the keys of MACs, and lets go of the keys of boxes, which Node clears when it collects them. The
   * vault is of no use afterwards.
   */
  close(): void;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;

/** A vault under a master key of 32 bytes, of which it keeps a copy until `close`. */
export function createVault(masterKey: Uint8Array, random: Random): Vault {
  if (masterKey.length !== 32) throw new RangeError('a master key is 32 bytes');
  const master = masterKey.slice();
  const boxKeys = new Map<string, KeyObject>();
  const macKeys = new Map<string, Uint8Array>();

  const derived = (purpose: string) => hkdfSha3_256(master, new Uint8Array(0), purpose, 32);

  /** As an object of Node: from bytes it would make one at every use, in several times what encrypting takes. */
  function boxKey(kind: string): KeyObject {
    const known = boxKeys.get(kind);
    if (known !== undefined) return known;
    const bytes = derived(`svc-vault/v1 ${kind}`);
    const key = createSecretKey(bytes);
    wipe(bytes);
    boxKeys.set(kind, key);
    return key;
  }

  function macKey(kind: string): Uint8Array {
    const key = macKeys.get(kind) ?? derived(`svc-mac/v1 ${kind}`);
    macKeys.set(kind, key);
    return key;
  }

  return {
    seal(place, plaintext) {
      const nonce = random(NONCE);
      const cipher = createCipheriv('aes-256-gcm', boxKey(place.kind), nonce);
      cipher.setAAD(associatedData(place));
      const body = concat(cipher.update(plaintext), cipher.final());
      return concat(new Uint8Array([VERSION]), nonce, body, cipher.getAuthTag());
    },

    open(place, box) {
      if (box.length < 1 + NONCE + TAG || box[0] !== VERSION) return null;
      const decipher = createDecipheriv('aes-256-gcm', boxKey(place.kind), box.subarray(1, 1 + NONCE), {
        authTagLength: TAG,
      });
      decipher.setAAD(associatedData(place));
      decipher.setAuthTag(box.subarray(box.length - TAG));
      const body = decipher.update(box.subarray(1 + NONCE, box.length - TAG));
      try {
        decipher.final();
        return new Uint8Array(body);
      } catch {
        return null;
      } finally {
        wipe(body);
      }
    },

    mac: (kind, message) => hmacSha3_256(macKey(kind), message),

    async lendMasterKey(action) {
      const copy = master.slice();
      try {
        return await action(copy);
      } finally {
        wipe(copy);
      }
    },

    close() {
      wipe(master, ...macKeys.values());
      macKeys.clear();
      boxKeys.clear();
    },
  };
}

/** AAD = JCS([kind, project, object id, column, version]) (S22). */
function associatedData(place: Place): Uint8Array {
  return canonicalBytes([place.kind, place.project, place.object, place.column, place.version]);
}
