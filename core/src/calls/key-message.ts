/**
 * What participants send each other as the `key_exchange` messages of a call. The server hands them on and reads of them what
 * it needs to say whether the exchange was completed.
 */

import { TAG_BYTES } from '../aes-gcm.ts';
import { fromBase64, fromHex, toBase64 } from '../bytes.ts';
import { isJsonObject, type JsonValue } from '../canonical-json.ts';
import { kemLengths } from '../kem/backend.ts';

export const CALL_KEM = 'ML-KEM-1024';
const LENGTHS = kemLengths(CALL_KEM);
const VERSION = 1;
/** Numbers of boxes below 2^32. */
const MOST_BOXES = 2 ** 32;

export type KeyMessage =
  /** Here I am, and this is my key for this call. To everybody, and in answer to one who has just come. */
  | { readonly type: 'hello'; readonly publicKey: Uint8Array }
  /** A secret for the holder of a key, which SHA3-256 of the key names. */
  | { readonly type: 'encapsulation'; readonly recipientKey: string; readonly ciphertext: Uint8Array }
  /** The sender's key for media, sealed for one receiver; boxes of one pair and direction are numbered from 0. */
  | { readonly type: 'sender_key'; readonly recipientKey: string; readonly number: number; readonly box: Uint8Array }
  /** I leave. */
  | { readonly type: 'bye' };

export type KeyMessageJson = { readonly [name: string]: string | number };

export function keyMessageJson(message: KeyMessage): KeyMessageJson {
  const head = { version: VERSION, type: message.type };
  switch (message.type) {
    case 'hello':
      return { ...head, public_key: toBase64(message.publicKey) };
    case 'encapsulation':
      return { ...head, recipient_key: message.recipientKey, ciphertext: toBase64(message.ciphertext) };
    case 'sender_key':
      return {
        ...head,
        recipient_key: message.recipientKey,
        number: message.number,
        box: toBase64(message.box),
      };
    case 'bye':
      return head;
  }
}

const MEMBERS: Readonly<Record<KeyMessage['type'], readonly string[]>> = {
  hello: ['public_key'],
  encapsulation: ['recipient_key', 'ciphertext'],
  sender_key: ['recipient_key', 'number', 'box'],
  bye: [],
};

/** null for anything that is not exactly such a message, and for keys that fail the checks of FIPS 203, section 7.2. */
export function readKeyMessage(payload: JsonValue): KeyMessage | null {
  if (!isJsonObject(payload) || payload.version !== VERSION) return null;
  const type = Object.keys(MEMBERS).find((known) => known === payload.type) as KeyMessage['type'] | undefined;
  if (type === undefined) return null;
  const names = ['version', 'type', ...MEMBERS[type]];
  if (Object.keys(payload).length !== names.length || !names.every((name) => Object.hasOwn(payload, name))) return null;
  if (type === 'bye') return { type };
  if (type === 'hello') {
    const publicKey = bytesOf(payload.public_key);
    return publicKey !== null && isPublicKey(publicKey) ? { type, publicKey } : null;
  }
  const recipientKey = payload.recipient_key;
  if (typeof recipientKey !== 'string' || fromHex(recipientKey)?.length !== 32) return null;
  if (type === 'encapsulation') {
    const ciphertext = bytesOf(payload.ciphertext);
    return ciphertext?.length === LENGTHS.ciphertext ? { type, recipientKey, ciphertext } : null;
  }
  const { number } = payload;
  const box = bytesOf(payload.box);
  const isNumber = typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 && number < MOST_BOXES;
  return isNumber && box !== null && box.length > TAG_BYTES ? { type, recipientKey, number, box } : null;
}

function bytesOf(value: JsonValue | undefined): Uint8Array | null {
  return typeof value === 'string' ? fromBase64(value) : null;
}

/** FIPS 203: the modulus. */
const Q = 3_329;
const SEED_BYTES = 32;

/** FIPS 203, section 7.2: the length, and that every coefficient (12 bits each) is below q. */
function isPublicKey(publicKey: Uint8Array): boolean {
  if (publicKey.length !== LENGTHS.publicKey) return false;
  for (let at = 0; at < publicKey.length - SEED_BYTES; at += 3) {
    const [low = 0, middle = 0, high = 0] = publicKey.subarray(at, at + 3);
    if ((low | ((middle & 0x0f) << 8)) >= Q || ((middle >> 4) | (high << 4)) >= Q) return false;
  }
  return true;
}
