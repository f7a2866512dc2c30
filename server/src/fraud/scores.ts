/** What is released about an entity: means of at least three contributors, in steps, computed anew once an hour (security, S33). */
import { FRAUD_FACTORS } from '@touchstone/core/api/crypto/fraud-factors.ts';
import { utf8, wipe } from '@touchstone/core/bytes.ts';
import { type Summand, VECTORS } from '@touchstone/core/fhe/coefficients.ts';
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
/** What the weights of one sum make together: a thousand times 1000 stays below t. */
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
  const weights = weightsOf(await livingSignals(db, entityTag, clock(), MOST_LOOKED_AT));
  const key = await findFraudKey(db);
  if (weights === null || key === null) return null;
  const ids = [...weights.keys()];
  let sum: Uint8Array | null = null;
  let signals = 0;
  for (let from = 0; from < ids.length; from += BATCH) {
    // A signal may be deleted meanwhile.
    const rows = await signalsById(db, ids.slice(from, from + BATCH));
    const found = rows.map((row): Summand => {
      const ciphertext = vault.open(fraudSignalPlace(row), row.envelope);
      if (ciphertext === null) throw new TypeError(`internal: the fraud signal ${row.id} does not open`);
      return { ciphertext, weight: weights.get(row.id) ?? 0 };
    });
    if (found.length === 0) continue;
    signals += found.length;
    const summands: readonly Summand[] = sum === null ? found : [{ ciphertext: sum, weight: 1 }, ...found];
    const moved = summands.map(({ ciphertext }) => ciphertext);
    sum = await fheThreads.run('evaluator', sumTask, { summands }, moved);
  }
  // So many deleted at once that too few may be left: the next request finds out.
  if (sum === null || signals !== weights.size) return null;
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
    const sums = values.map((value) => (value < 0 ? value + t : value));
    const units = [...weights.values()].reduce((all, weight) => all + weight, 0);
    return aggregateOf(sums, { signals, units });
  } finally {
    wipe(secretKey);
  }
}

/**
 * The signals that count, each with its weight in the sum; null below three contributors. Of each contributor count the newest, as
 * many as there is room for, and all contributors have the same weight: nobody sets the mean, or pushes the others out, by
 * contributing much.
 */
export function weightsOf(
  living: readonly { readonly id: string; readonly project_id: string }[],
): ReadonlyMap<string, number> | null {
  const byProject = [...Map.groupBy(living, ({ project_id: project }) => project).values()].slice(0, MOST_SUMMED);
  if (byProject.length < LEAST_CONTRIBUTORS) return null;
  const ofEach = Math.floor(MOST_SUMMED / byProject.length);
  const weights = new Map<string, number>();
  for (const own of byProject) {
    const counted = own.slice(0, ofEach);
    // What is left over goes to the newest.
    const left = ofEach % counted.length;
    for (const [at, { id }] of counted.entries()) {
      weights.set(id, Math.floor(ofEach / counted.length) + (at < left ? 1 : 0));
    }
  }
  return weights;
}
