/** What `touchstone demo compute` shows of several who compute together: shared fraud signals, and a joint computation with its transcript. */
import { FRAUD_FACTORS } from '@touchstone/core/api/crypto/fraud-factors.ts';
import { fromBase64, fromUtf8, toBase64 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sealSignal } from '@touchstone/core/fraud/sealed-signal.ts';
import { sealContribution, sessionFromParams } from '@touchstone/core/mpc/contribution.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { kem } from '@touchstone/server/crypto/kem.ts';
import type { ComputeClient } from './compute.ts';
import { type Shown, see } from './see.ts';

/** One who shares fraud signals: a project of its own. */
export interface Bank {
  readonly client: ComputeClient;
  readonly projectId: string;
}

const ENTITY = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
/** What each bank says of the same account: a number for each factor. */
const SIGNALS = [
  [900, 850, 300, 700, 650, 800, 500, 600],
  [800, 900, 250, 600, 700, 900, 450, 700],
  [950, 700, 350, 800, 600, 850, 400, 650],
] as const;

/** What is told of an entity before and after enough have contributed. */
export async function showSignals(banks: readonly Bank[]): Promise<readonly string[]> {
  const [asking] = banks;
  if (asking === undefined || banks.length !== SIGNALS.length) throw new TypeError('internal: a bank for each signal');
  const score = () => asking.client.share.score({ body: { entity_hash: ENTITY, context: 'payment' } });
  for (const [at, { client, projectId }] of banks.entries()) {
    see((await score()).level === 'unknown', `nothing told of ${at} signals`);
    const publicKey = fromBase64((await client.share.key()).public_key) ?? new Uint8Array();
    const signal = { entityHash: ENTITY, factors: [...(SIGNALS[at] ?? [])] };
    const box = await sealSignal(kem, systemRandom, publicKey, projectId, signal);
    if (box === null) throw new Error('the demonstration did not see a key to seal signals to');
    const body = { signal_type: 'account_takeover', data: toBase64(box), ttl_hours: 24 };
    await client.share.contribute({ body });
  }
  const { score: found, level } = await score();
  const all = SIGNALS.flat();
  const mean = all.reduce<number>((sum, value) => sum + value, 0) / all.length / 1_000;
  see(Math.abs(found - Math.round(20 * mean) / 20) < 1e-9, 'the mean that the signals have in clear');
  return [
    `Scored       Fraud signals of three banks on ${FRAUD_FACTORS.length} factors, added up encrypted: ${found} (${level}), in steps of 0.05. In clear: ${mean.toFixed(3)}.`,
    '             With fewer than three nothing was told. The banks and their signals are simulated.',
  ];
}

const SALARIES = [4_100, 5_250, 6_400];

/** An average of three inputs that nobody shows, its transcript, and a copy of that with another result. */
export async function showJoint({ mpc }: Pick<ComputeClient, 'mpc'>): Promise<Shown> {
  const made = await mpc.init({
    body: { participants: SALARIES.length, threshold: SALARIES.length, computation: 'average' },
  });
  const { session_id, public_params, participant_ids } = made;
  const session = sessionFromParams(public_params);
  if (session === null) throw new Error('the demonstration did not see the description of a session');
  const params = { session_id };
  for (const [at, participant_id] of participant_ids.entries()) {
    const sealed = await sealContribution(kem, systemRandom, session, participant_id, SALARIES[at] ?? 0);
    if (!sealed.ok) throw new Error('the demonstration did not see an input sealed');
    await mpc.contribute({ params, body: { participant_id, encrypted_share: sealed.encryptedShare } });
  }
  const { result, proof } = await mpc.compute({ params });
  const inClear = SALARIES.reduce((sum, value) => sum + value, 0) / SALARIES.length;
  see(result === inClear, 'the average that the inputs have in clear');
  const transcript = statementIn(proof);
  const changed = { ...transcript, body: { ...(transcript.body as JsonObject), result: inClear + 100 } };
  return {
    lines: [
      `Together     The average of what three participants earn, by three computing parties: ${result}. In clear: ${inClear}.`,
      '             Each input was split and sealed before it was sent; only the average was opened. The inputs are simulated.',
    ],
    files: new Map([
      ['average.pqst.json', `${JSON.stringify(transcript, null, 2)}\n`],
      ['average-changed.pqst.json', `${JSON.stringify(changed, null, 2)}\n`],
    ]),
  };
}

function statementIn(proof: string): JsonObject {
  const text = fromUtf8(fromBase64(proof) ?? new Uint8Array());
  const parsed = text === null ? null : parseStrictJson(text);
  if (parsed?.ok !== true || !isJsonObject(parsed.value)) {
    throw new Error('the demonstration did not see the transcript of the joint computation');
  }
  return parsed.value;
}
