import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { api } from '@touchstone/core/api/api.ts';
import { cycleIdOf } from '@touchstone/core/artifact/build.ts';
import type { Clock } from '@touchstone/core/time.ts';
import {
  type ArtifactPlace,
  findArtifact,
  findPieces,
  insertArtifact,
  type NewArtifact,
  type NewContent,
  nextCycleNumber,
  passCycleNumber,
  peekCycleNumber,
  placesBelow,
  readPieces,
  replaceArtifact,
  type StoredArtifact,
} from '../../artifacts/store.ts';
import {
  addSignatureJob,
  addSignatureToPiecesJob,
  type Draft,
  type DraftFacts,
  draftWork,
  type SlotFacts,
  signedMeanwhile,
} from '../../artifacts/work.ts';
import type { Context } from '../../frame/context.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { RunJob } from '../../frame/job.ts';
import { JsonText } from '../../frame/json-text.ts';
import { byWork } from '../../frame/work.ts';
import type { KeySets } from '../../key-sets/key-sets.ts';
import { addressOf, type Db } from '../../store/engine.ts';
import type { TrustStoreAccess } from '../../trust/store-file.ts';
import { largeWrite } from '../../workers/large-writes.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly run: RunJob;
  readonly keySets: KeySets;
  readonly trustStore: TrustStoreAccess;
}

const PAGE_BYTES = 8 * 1024 * 1024;
const PAGE_ITEMS = 50;
/** Pages up to here are put together at once, larger ones leave as a stream. */
const SMALL_PAGE_BYTES = 64 * 1024;
/** `cycle_id` has three digits. A project that issues more in one quarter stays at the last number; ids differ by their hash. */
const LAST_CYCLE_NUMBER = 999;

export const artifacts = implement(api.artifacts.artifacts)<Needs>({
  async list({ deps, caller }, { query }) {
    const below = query.cursor === undefined ? null : positionOf(query.cursor);
    const limit = query.limit ?? PAGE_ITEMS;
    const places = await placesBelow(deps.db, caller.projectId, below, limit + 1);
    const page: ArtifactPlace[] = [];
    let bytes = 0;
    for (const place of places.slice(0, limit)) {
      if (bytes >= PAGE_BYTES) break;
      page.push(place);
      bytes += place.size;
    }
    const cursor = page.length < places.length ? String(page.at(-1)?.position) : null;
    const end = `],"next_cursor":${JSON.stringify(cursor)}}`;
    if (bytes > SMALL_PAGE_BYTES) {
      return new JsonText(Readable.from(pageParts(deps, caller.projectId, page, end), { objectMode: false }));
    }
    const texts: string[] = [];
    for (const { id } of page) texts.push(await (await documentOf(deps, caller.projectId, id)).read());
    return new JsonText(`{"items":[${texts.join(',')}${end}`);
  },

  async get({ deps, caller }, { params }) {
    return documentOf(deps, caller.projectId, params.id);
  },

  create: byWork(draftWork, async (context, { isLarge }, run) => {
    // The number of the cycle is looked at, the artifact made, and the number taken with the artifact's row. Where
    // another artifact was faster, it is made again with a number that is taken before.
    const answer = (await created(context, run, isLarge, 'look')) ?? (await created(context, run, isLarge, 'take'));
    return answer ?? neverTaken();
  }),

  async addSignature(context, { params, body }) {
    const { deps, caller } = context;
    const stored = await findOr404(deps, caller.projectId, params.id);
    const own = await deps.keySets.verifying('artifact');
    const facts: SlotFacts = { slot: body.slot, signature: body.signature, trust: deps.trustStore.read(), own };
    if (stored.text === null) return addToPieces(context, stored, facts);
    // In a worker whatever the size: verifying SLH-DSA may take longer than the event loop can wait.
    const text = await deps.run(addSignatureJob, { text: stored.text, facts });
    if (text === null) return new JsonText(stored.text);
    await replace(context, stored, { kind: 'text', text });
    return new JsonText(text);
  },
});

type Creating = Context<typeof api.artifacts.artifacts.create, Needs>;

/** The new artifact, a large one in pieces; null where the number that was looked at was taken meanwhile. */
async function created(
  { deps, caller, write }: Creating,
  draft: (facts: DraftFacts) => Promise<Draft>,
  isLarge: boolean,
  numbering: 'look' | 'take',
): Promise<JsonText | null> {
  const now = deps.clock();
  const quarter = quarterOf(now);
  const number = await (numbering === 'look' ? peekCycleNumber : nextCycleNumber)(deps.db, caller.projectId, quarter);
  const named = { principal: await deps.keySets.principal(), issuedAt: now, cycleId: cycleIdAt(now, number) };
  const { statedCycle, ...artifact } = await draft({ ...named, inPieces: isLarge });
  const store = () =>
    write(async (db) => {
      if (statedCycle !== null) {
        await passCycleNumber(db, caller.projectId, statedCycle.slice(0, 7), Number(statedCycle.slice(8)));
      } else if (numbering === 'look' && (await nextCycleNumber(db, caller.projectId, quarter)) !== number) {
        throw new NumberTaken();
      }
      await insert(db, caller.projectId, artifact, now);
    });
  try {
    await (isLarge ? largeWrite(deps.db, deps.run, store) : store());
  } catch (error) {
    if (error instanceof NumberTaken) return null;
    throw error;
  }
  const { id, content } = artifact;
  return content.kind === 'text' ? new JsonText(content.text) : documentOf(deps, caller.projectId, id);
}

function neverTaken(): never {
  throw new TypeError('internal: a number that was taken was not ours');
}

/** Rolls a transaction back. */
class NumberTaken extends Error {
  override readonly name = 'NumberTaken';
}

type Signing = Context<typeof api.artifacts.artifacts.addSignature, Needs>;

async function addToPieces(context: Signing, stored: StoredArtifact, facts: SlotFacts): Promise<JsonText> {
  const { deps, caller } = context;
  const document = { projectId: caller.projectId, id: stored.id, revision: stored.revision };
  const content = await deps.run(addSignatureToPiecesJob, { address: addressOf(deps.db), document, facts });
  if (content !== null) await largeWrite(deps.db, deps.run, () => replace(context, stored, content));
  return documentOf(deps, caller.projectId, stored.id);
}

async function replace({ caller, write }: Signing, stored: StoredArtifact, content: NewContent): Promise<void> {
  await write(async (db) => {
    if (await replaceArtifact(db, caller.projectId, stored.id, stored.revision, content)) return;
    throw signedMeanwhile();
  });
}

async function insert(db: Db, projectId: string, artifact: NewArtifact, now: number): Promise<void> {
  if (await insertArtifact(db, projectId, artifact, now)) return;
  throw new ApiError('CONFLICT', 'The project already has this artifact.');
}

async function findOr404(deps: Needs, projectId: string, id: string): Promise<StoredArtifact> {
  const stored = await findArtifact(deps.db, projectId, id);
  if (stored === null) throw new ApiError('NOT_FOUND', 'This project has no artifact with this id.');
  return stored;
}

/** The stored text as it is. One in pieces breaks off where a signature is added while it is read. */
async function documentOf(deps: Needs, projectId: string, id: string): Promise<JsonText> {
  const { text } = await findOr404(deps, projectId, id);
  if (text !== null) return new JsonText(text);
  const document = await findPieces(deps.db, projectId, id);
  if (document === null) throw new TypeError(`internal: the document of the artifact ${id} is missing`);
  return new JsonText(Readable.from(readPieces(deps.db, document), { objectMode: false }), document.size);
}

/** The text of a page, one document after the other; between two of them others have their turn. */
async function* pageParts(
  deps: Needs,
  projectId: string,
  page: readonly ArtifactPlace[],
  end: string,
): AsyncGenerator<string | Uint8Array> {
  yield '{"items":[';
  for (const [index, { id }] of page.entries()) {
    if (index > 0) {
      yield ',';
      await nextTurn();
    }
    const { content } = await documentOf(deps, projectId, id);
    if (typeof content === 'string') yield content;
    else yield* content;
  }
  yield end;
}

function quarterOf(now: number): string {
  return cycleIdOf(now, 1).slice(0, 7);
}

function cycleIdAt(now: number, number: number): string {
  return cycleIdOf(now, Math.min(LAST_CYCLE_NUMBER, number));
}

function positionOf(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  return Number(cursor);
}
