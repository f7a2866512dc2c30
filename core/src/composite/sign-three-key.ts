/** SVC-3-Key signing (see `three-key.ts`): apart from verification, which reaches no signing code. */
import { toHex } from '../bytes.ts';
import { sha3_256 } from '../hash.ts';
import type { Signer } from '../sign/family.ts';
import { formatIsoTime } from '../time.ts';
import {
  formatThreeKey,
  THREE_KEY_ALGORITHM,
  THREE_KEY_FAMILIES,
  type ThreeKeyBytes,
  type ThreeKeyFamily,
  threeKeyMessageOf,
} from './three-key.ts';

/** The signing answer of document 1. */
export interface ThreeKeySigned {
  /** `3key:<base64>:<base64>:<base64>` in the order of `families`. */
  readonly signature: string;
  readonly algorithm: typeof THREE_KEY_ALGORITHM;
  readonly families: readonly ThreeKeyFamily[];
  /** SHA3-256 of the data, lower-case hex. */
  readonly data_hash: string;
  /** ISO 8601 UTC; a statement, not signed. */
  readonly timestamp: string;
}

/** Signs `data` with the three secret keys of one key set. `time` in milliseconds since 1970 goes into the answer only. */
export async function signThreeKey(
  data: Uint8Array,
  secretKeys: ThreeKeyBytes,
  signer: Pick<Signer, 'sign'>,
  time: number,
): Promise<ThreeKeySigned> {
  const dataHash = sha3_256(data);
  const message = threeKeyMessageOf(dataHash);
  const [ed25519, mlDsa, falcon] = await Promise.all([
    signer.sign('Ed25519', secretKeys.Ed25519, message),
    signer.sign('ML-DSA-65', secretKeys['ML-DSA-65'], message),
    signer.sign('FALCON-512', secretKeys['FALCON-512'], message),
  ]);
  return {
    signature: formatThreeKey({ Ed25519: ed25519, 'ML-DSA-65': mlDsa, 'FALCON-512': falcon }),
    algorithm: THREE_KEY_ALGORITHM,
    families: THREE_KEY_FAMILIES,
    data_hash: toHex(dataHash),
    timestamp: formatIsoTime(time),
  };
}
