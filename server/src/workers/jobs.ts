/** What a worker thread runs: the jobs of all rooms, a list, and how one is carried out. */
import { wipe } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { jobs as agents } from '../agents/work.ts';
import { jobs as artifacts } from '../artifacts/work.ts';
import { jobs as backup } from '../backup/work.ts';
import { jobs as ceremony } from '../ceremony/work.ts';
import { hashByNode } from '../crypto/hashes.ts';
import { jobs as signing } from '../crypto/pooled-signer.ts';
import { createServerSigner } from '../crypto/signer.ts';
import { jobs as detection } from '../detection/work.ts';
import { jobs as documents } from '../documents/work.ts';
import { jobs as bodies } from '../frame/body-jobs.ts';
import { ApiError, type Refused } from '../frame/errors.ts';
import type { Job, WorkerTools } from '../frame/job.ts';
import { jobs as gateway } from '../gateway/work.ts';
import { jobs as grades } from '../grades/work.ts';
import { jobs as health } from '../health/work.ts';
import { jobs as hybrid } from '../hybrid/work.ts';
import { jobs as keySets } from '../key-sets/work.ts';
import { jobs as mlDsa } from '../ml-dsa/work.ts';
import { jobs as privacy } from '../privacy/work.ts';
import { jobs as provenance } from '../provenance/work.ts';
import { jobs as receipts } from '../receipts/work.ts';
import { jobs as search } from '../search/work.ts';
import { jobs as stark } from '../stark/work.ts';
import { jobs as storage } from '../storage/work.ts';
import type { Db } from '../store/engine.ts';
import { type StorageFault, storageFaultOf } from '../store/storage-fault.ts';
import { jobs as threeKey } from '../three-key/work.ts';
import { jobs as vault } from '../vault/work.ts';
import { checkBodyJob } from './body-checks.ts';
import { collectGarbage } from './collect-garbage.ts';
import { jobs as largeWrites } from './large-writes.ts';

const JOBS: readonly Job<never, unknown>[] = [
  ...bodies,
  ...largeWrites,
  checkBodyJob,
  ...signing,
  ...keySets,
  ...vault,
  ...backup,
  ...threeKey,
  ...mlDsa,
  ...hybrid,
  ...receipts,
  ...stark,
  ...privacy,
  ...artifacts,
  ...storage,
  ...documents,
  ...detection,
  ...ceremony,
  ...health,
  ...provenance,
  ...gateway,
  ...grades,
  ...agents,
  ...search,
];

const byName = new Map(JOBS.map((job) => [job.name, job]));
if (byName.size !== JOBS.length) throw new TypeError('internal: two jobs have one name');

hashByNode();

const tools: WorkerTools = { signer: createServerSigner('thread'), random: systemRandom, reader: readerOf };

/** The connections of this thread; they end with it. */
const readers = new Map<string, Promise<Db>>();

function readerOf(file: string): Promise<Db> {
  // Only then: most jobs do without the database.
  const reader = readers.get(file) ?? import('../store/sqlite/open.ts').then(({ openReader }) => openReader(file));
  readers.set(file, reader);
  return reader;
}

export interface Task {
  /** Its job's name. */
  readonly job: string;
  readonly input: unknown;
}

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refused: Refused }
  | { readonly ok: false; readonly fault: StorageFault };

/** What piscina calls with every task. Refusals are answered as values: a thrown ApiError would lose its class. */
export default async function run({ job: name, input }: Task): Promise<Outcome> {
  const job = byName.get(name);
  if (job === undefined) throw new TypeError(`internal: no job is called ${name}`);
  // `RunJob` has held the input against the type of its job.
  const given = input as never;
  try {
    return { ok: true, value: await job.run(given, tools) };
  } catch (error) {
    const fault = storageFaultOf(error);
    if (fault !== null) return { ok: false, fault };
    if (!(error instanceof ApiError)) throw error;
    const { code, message, field } = error;
    return { ok: false, refused: { code, message, field } };
  } finally {
    wipe(...(job.secretsIn?.(given) ?? []));
    if (takesMuch(input)) setImmediate(collectGarbage);
  }
}

/** From here on what a job leaves is worth a pause of its thread. Bytes. */
const MUCH = 4 * 1024 * 1024;

function takesMuch(input: unknown): boolean {
  const { pieces = null, body = null } = (input ?? {}) as { readonly pieces?: unknown; readonly body?: unknown };
  const received = [input, pieces, body].find(
    (candidate) => Array.isArray(candidate) && candidate[0] instanceof Uint8Array,
  );
  return ((received ?? []) as readonly Uint8Array[]).reduce((sum, { length }) => sum + length, 0) >= MUCH;
}
