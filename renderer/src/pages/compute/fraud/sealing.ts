/** Signals leave this page sealed to the server's ML-KEM-1024 key. */
import { fromBase64, toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { FraudSignal } from '@touchstone/core/fraud/factors.ts';
import { sealSignal } from '@touchstone/core/fraud/sealed-signal.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { client } from '../../../lib/client.ts';
import { words } from '../../../words/compute/fraud.ts';

const kem = createKem([], systemRandom);

/** 64 digits of hexadecimal stand for themselves, every other text for its SHA3-256. */
export function entityHashOf(entity: string): string {
  const text = entity.trim();
  return /^[0-9a-f]{64}$/.test(text) ? text : toHex(sha3_256(utf8(text)));
}

export interface Contribution extends FraudSignal {
  readonly signalType: string;
  readonly ttlHours: number;
}

export async function contribute({ signalType, ttlHours, ...fraud }: Contribution, signal: AbortSignal) {
  const { public_key: publicKey, context } = await client.crypto.share.key({}, { signal });
  const box = await sealSignal(kem, systemRandom, fromBase64(publicKey) ?? new Uint8Array(), context.project, fraud);
  if (box === null) throw new TypeError(words.contribute.noKey);
  const body = { signal_type: signalType, data: toBase64(box), ttl_hours: ttlHours };
  return client.crypto.share.contribute({ body }, { signal });
}
