/** What is released about an entity: means of at least three contributors, in steps, computed anew once an hour (security, S33). */
import { FRAUD_FACTORS } from '@touchstone/core/api/crypto/fraud-factors.ts';
import { utf8, wipe } from '@touchstone/core/bytes.ts';
import { VECTORS } from '@touchstone/core/fhe/coefficients.ts';
import { aggregateOf, type FraudAggregate } from '@touchstone/core/fraud/factors.ts';
import { openTask, sumTask } from '../fhe/coefficient-work.ts';
import type { SettingsAccess } from '../settings/settings.ts';
import type { Db } from '../store/engine.ts';
import { fraudAggregatePlace, fraudKeyPlace, fraudSignalPlace } from './at-rest.ts';
import { entityTagKey, type FraudNeeds } from './signals.ts';
import {
  type FraudAggregateRow,
  findAggregate,
  findFraudKey,
  livingSignals,
  lockAggregate,
  signalsById,
  storeAggregate,
} from './store.ts';
import { entityTagOf } from './work.ts';

export interface ScoreNeeds extends FraudNeeds {
  readonly settings: SettingsAccess;
}

/** Runs an action in a transaction: `context.write`. */
type Write = <T>(action: (db: Db) => Promise<T>) => Promise<T>;

/** Fewer contributors release nothing. */
const LEAST_CONTRIBUTORS = 3;
/** Signals that one sum has: a thousand times 1000 stays below t. */
const MOST_SUMMED = 1_000;
/** How many are looked at to choose them. */
const MOST_LOOKED_AT = 20_000;
/** Opened at once on the event loop: 3 MB. */
const BATCH = 50;

export interface Released {
  readonly aggregate: FraudAggregate;
  readonly computedAt: number;
}

/** null below three contributors: such an entity looks like an unknown one. */
export async function releasedAbout(needs: ScoreNeeds, write: Write, entityHash: string): Promise<Released | null> {
  const { db, clock, vault, settings } = needs;
  const entityTag = entityTagOf(entityTagKey(vault), entityHash);
  const refreshMs = (await settings.read()).fraud_refresh_seconds * 1000;
  const isFresh = (row: FraudAggregateRow) => row.computed_at + refreshMs > clock();
  const known = await findAggregate(db, entityTag);
  if (known !== null && isFresh(known)) return openAggregate(needs, known);
  const aggregate = await computeAbout(needs, entityTag);
  if (aggregate === null) return null;
  const row = { entity_tag: entityTag, computed_at: clock() };
  const envelope = vault.seal(fraudAggregatePlace(row), utf8(JSON.stringify(aggregate)));
  const kept = await write(async (transaction) => {
    // Of two at once the first one counts: two numbers in one hour would have a difference.
    const other = await lockAggregate(transaction, entityTag);
    if (other !== null && isFresh(other)) return other;
    await storeAggregate(transaction, { ...row, envelope });
    return { ...row, envelope };
  });
  return openAggregate(needs, kept);
}

function openAggregate({ vault }: ScoreNeeds, row: FraudAggregateRow): Released {
  const plain = vault.open(fraudAggregatePlace(row), row.envelope);
  if (plain === null) throw new TypeError('internal: a fraud aggregate does not open');
  // `computeAbout` has written it.
  return { aggregate: JSON.parse(Buffer.from(plain).toString()) as FraudAggregate, computedAt: row.computed_at };
}

async function computeAbout({ db, clock, vault, fheThreads }: ScoreNeeds, entityTag: Uint8Array) {
  const chosen = chosenSignals(await livingSignals(db, entityTag, clock(), MOST_LOOKED_AT));
  const key = await findFraudKey(db);
  if (chosen === null || key === null) return null;
  let sum: Uint8Array | null = null;
  let signals = 0;
  for (let from = 0; from < chosen.length; from += BATCH) {
    // A signal may be deleted meanwhile.
    const rows = await signalsById(db, chosen.slice(from, from + BATCH));
    const ciphertexts = rows.map((row) => {
      const ciphertext = vault.open(fraudSignalPlace(row), row.envelope);
      if (ciphertext === null) throw new TypeError(`internal: the fraud signal ${row.id} does not open`);
      return ciphertext;
    });
    if (ciphertexts.length === 0) continue;
    signals += ciphertexts.length;
    const all: readonly Uint8Array[] = sum === null ? ciphertexts : [sum, ...ciphertexts];
    sum = await fheThreads.run('evaluator', sumTask, { ciphertexts: all }, all);
  }
  // So many deleted at once that too few may be left: the next request finds out.
  if (sum === null || signals !== chosen.length) return null;
  const secretKey = vault.open(fraudKeyPlace(key), key.envelope);
  if (secretKey === null) throw new TypeError('internal: the key of the fraud consortium does not open');
  try {
    const openings = [{ ciphertext: sum, secretKey }];
    const [values = []] = await fheThreads.run('holder', openTask, {
      set: 'vectors',
      openings,
      count: FRAUD_FACTORS.length,
    });
    const t = Number(VECTORS.plainModulus);
    return aggregateOf(
      values.map((value) => (value < 0 ? value + t : value)),
      signals,
    );
  } finally {
    wipe(secretKey);
  }
}

/**
 * The ids of the signals that count, as many of each contributor as there is room for, the newest first; null below three
 * contributors. So nobody can push the others out by contributing much.
 */
export function chosenSignals(
  living: readonly { readonly id: string; readonly project_id: string }[],
): readonly string[] | null {
  const byProject = [...Map.groupBy(living, ({ project_id: project }) => project).values()].slice(0, MOST_SUMMED);
  if (byProject.length < LEAST_CONTRIBUTORS) return null;
  const ofEach = Math.floor(MOST_SUMMED / byProject.length);
  return byProject.flatMap((own) => own.slice(0, ofEach).map(({ id }) => id));
}
