/**
 * The agreement of two participants. Each encapsulates to the other's ML-KEM-1024 key, and both secrets make the keys between
 * them: a box that opens was made by the holder of the other key, so that comparing keys (`comparison-code.ts`) is comparing people.
 */
import { gcmDecrypt, gcmEncrypt, NONCE_BYTES } from '../aes-gcm.ts';
import { concat, toHex, uint32, wipe } from '../bytes.ts';
import { canonicalBytes } from '../canonical-json.ts';
import { hkdfSha3_256, sha3_256, tagged } from '../hash.ts';
import type { KemKeyPair } from '../kem/backend.ts';
import type { Kem } from '../kem/kem.ts';
import { CALL_KEM, type KeyMessage } from './key-message.ts';
import { decodeSharedKey, encodeSharedKey, type SharedKey } from './sender-key.ts';

/** Lower-case hex of SHA3-256. */
export function keyName(publicKey: Uint8Array): string {
  return toHex(sha3_256(publicKey));
}

export interface PairContext {
  readonly sessionId: string;
  readonly own: { readonly name: string; readonly keys: KemKeyPair };
  readonly other: { readonly name: string; readonly publicKey: Uint8Array };
}

export interface Pair {
  /** What the other needs, once it has said its key. */
  readonly encapsulation: Extract<KeyMessage, { type: 'encapsulation' }>;
  /** The other's encapsulation; false where it is for another key. Further ones are ignored. */
  complete(message: Extract<KeyMessage, { type: 'encapsulation' }>): Promise<boolean>;
  readonly isComplete: boolean;
  /** Seals a key for media. Throws TypeError while the pair is not complete. */
  seal(shared: SharedKey): Extract<KeyMessage, { type: 'sender_key' }>;
  /** null where the box is not the other's, not for this pair, or came before. */
  open(message: Extract<KeyMessage, { type: 'sender_key' }>): SharedKey | null;
  close(): void;
}

/** Begins with one participant; null where its key fails the checks of FIPS 203, section 7.2. */
export async function beginPair(kem: Kem, context: PairContext): Promise<Pair | null> {
  const { own, other } = context;
  const sent = await kem.encapsulate(CALL_KEM, other.publicKey);
  if (sent === null) return null;
  const otherKey = keyName(other.publicKey);
  const ownKey = keyName(own.keys.publicKey);
  let keys: { readonly toOther: Uint8Array; readonly fromOther: Uint8Array } | null = null;
  let boxes = 0;
  let lastOpened = -1;
  let isCompleting = false;

  return {
    encapsulation: { type: 'encapsulation', recipientKey: otherKey, ciphertext: sent.ciphertext },

    async complete({ recipientKey, ciphertext }) {
      if (recipientKey !== ownKey) return false;
      if (keys !== null || isCompleting) return true;
      isCompleting = true;
      const received = await kem.decapsulate(CALL_KEM, own.keys.secretKey, ciphertext);
      if (received === null) return false;
      keys = pairKeys(context, { bySelf: sent, byOther: { ciphertext, sharedSecret: received } });
      wipe(sent.sharedSecret, received);
      return true;
    },

    get isComplete() {
      return keys !== null;
    },

    seal(shared) {
      if (keys === null) throw new TypeError('the agreement is not complete');
      const number = boxes;
      boxes += 1;
      const plaintext = encodeSharedKey(shared);
      const aad = boxAad(context.sessionId, own.name, other.name, number);
      const box = gcmEncrypt(keys.toOther, boxNonce(number), aad, plaintext);
      wipe(plaintext);
      return { type: 'sender_key', recipientKey: otherKey, number, box };
    },

    open({ recipientKey, number, box }) {
      if (keys === null || recipientKey !== ownKey || number <= lastOpened) return null;
      const aad = boxAad(context.sessionId, other.name, own.name, number);
      const plaintext = gcmDecrypt(keys.fromOther, boxNonce(number), aad, box);
      if (plaintext === null) return null;
      lastOpened = number;
      const shared = decodeSharedKey(plaintext);
      wipe(plaintext);
      return shared;
    },

    close() {
      wipe(sent.sharedSecret, keys?.toOther, keys?.fromOther);
      keys = null;
    },
  };
}

interface Sent {
  readonly ciphertext: Uint8Array;
  readonly sharedSecret: Uint8Array;
}

/**
 * HKDF-SHA3-256 over both secrets, salted with the hash of all that was said. The first secret, key and name are those of the
 * participant whose key's name comes first, so that both sides have them in the same order.
 */
function pairKeys({ sessionId, own, other }: PairContext, secrets: { readonly bySelf: Sent; readonly byOther: Sent }) {
  const ownSide = { name: own.name, key: keyName(own.keys.publicKey), sent: secrets.bySelf };
  const otherSide = { name: other.name, key: keyName(other.publicKey), sent: secrets.byOther };
  const isFirst = ownSide.key < otherSide.key;
  const [first, second] = isFirst ? [ownSide, otherSide] : [otherSide, ownSide];
  const said = canonicalBytes({
    session_id: sessionId,
    names: [first.name, second.name],
    keys: [first.key, second.key],
    ciphertexts: [keyName(first.sent.ciphertext), keyName(second.sent.ciphertext)],
  });
  const salt = sha3_256(tagged('call-pair', said));
  const secret = concat(first.sent.sharedSecret, second.sent.sharedSecret);
  const byFirst = hkdfSha3_256(secret, salt, 'call-pair first', 32);
  const bySecond = hkdfSha3_256(secret, salt, 'call-pair second', 32);
  wipe(secret);
  return isFirst ? { toOther: byFirst, fromOther: bySecond } : { toOther: bySecond, fromOther: byFirst };
}

function boxAad(sessionId: string, from: string, to: string, number: number): Uint8Array {
  return canonicalBytes(['call-sender-key', sessionId, from, to, number]);
}

/** Each direction has a key of its own, and each box a number. */
function boxNonce(number: number): Uint8Array {
  return concat(new Uint8Array(NONCE_BYTES - 4), uint32(number));
}
