/**
 * What participants read to each other to know that nobody stands between them: it is the same for all whose keys are the
 * same in everybody's eyes. The server carries the keys, so it could exchange them; it cannot make these codes equal.
 */
import { compareUtf8 } from '../bytes.ts';
import { canonicalBytes } from '../canonical-json.ts';
import { sha3_256, tagged } from '../hash.ts';
import { keyName } from './agreement.ts';

export interface KeyHolder {
  readonly name: string;
  readonly publicKey: Uint8Array;
}

/** Eight groups of five digits, of all 32 bytes of the hash. */
export function comparisonCode(sessionId: string, holders: readonly KeyHolder[]): readonly string[] {
  const participants = holders
    .toSorted((one, other) => compareUtf8(one.name, other.name))
    .map(({ name, publicKey }) => [name, keyName(publicKey)]);
  const hash = sha3_256(tagged('call-code', canonicalBytes({ session_id: sessionId, participants })));
  const view = new DataView(hash.buffer, hash.byteOffset, hash.byteLength);
  return Array.from({ length: 8 }, (_, at) => String(view.getUint32(4 * at) % 100_000).padStart(5, '0'));
}
