import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { api } from '@touchstone/core/api/api.ts';
import { cycleIdOf } from '@touchstone/core/artifact/build.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Logger } from 'pino';
import type { Documents } from '../../artifacts/files.ts';
import {
  type ArtifactPlace,
  findArtifact,
  insertArtifact,
  nextCycleNumber,
  peekCycleNumber,
  placesBelow,
  replaceArtifact,
  type StoredArtifact,
  type StoredContent,
} from '../../artifacts/store.ts';
import {
  addSignatureJob,
  addSignatureToFileJob,
  type Draft,
  type DraftFacts,
  draftWork,
  type SlotFacts,
} from '../../artifacts/work.ts';
import type { Context } from '../../frame/context.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { RunJob } from '../../frame/job.ts';
import { JsonText } from '../../frame/json-text.ts';
import { byWork } from '../../frame/work.ts';
import type { KeySets } from '../../key-sets/key-sets.ts';
import type { Db } from '../../store/engine.ts';
import type { TrustStoreAccess } from '../../trust/store-file.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly documents: Documents;
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
    if (stored.content.kind === 'file') return addToFile(context, stored, stored.content.file, facts);
    // In a worker whatever the size: verifying SLH-DSA may take longer than the event loop can wait.
    const text = await deps.run(addSignatureJob, { text: stored.content.text, facts });
    if (text === null) return new JsonText(stored.content.text);
    await replace(context, stored, { kind: 'text', text });
    return new JsonText(text);
  },
});

type Creating = Context<typeof api.artifacts.artifacts.create, Needs>;

/** The new artifact, a large one in a file; null where the number that was looked at was taken meanwhile. */
async function created(
  { deps, caller, write }: Creating,
  draft: (facts: DraftFacts) => Promise<Draft>,
  isLarge: boolean,
  numbering: 'look' | 'take',
): Promise<JsonText | null> {
  const { documents } = deps;
  const now = deps.clock();
  const quarter = quarterOf(now);
  const number = await (numbering === 'look' ? peekCycleNumber : nextCycleNumber)(deps.db, caller.projectId, quarter);
  const named = { principal: await deps.keySets.principal(), issuedAt: now, cycleId: cycleIdAt(now, number) };
  const file = isLarge ? documents.newName() : null;
  try {
    const { id, statesCycle, size, text } = await draft({
      ...named,
      path: file === null ? null : documents.pathOf(file),
    });
    await write(async (db) => {
      const takesNumber = numbering === 'look' && !statesCycle;
      if (takesNumber && (await nextCycleNumber(db, caller.projectId, quarter)) !== number) throw new NumberTaken();
      const content =
        file === null ? ({ kind: 'text', text: text ?? '' } as const) : ({ kind: 'file', file, size } as const);
      await insert(db, caller.projectId, id, content, now);
    });
    return text === null ? await documentOf(deps, caller.projectId, id) : new JsonText(text);
  } catch (error) {
    if (file !== null) await documents.remove(file);
    if (error instanceof NumberTaken) return null;
    throw error;
  }
}

function neverTaken(): never {
  throw new TypeError('internal: a number that was taken was not ours');
}

/** Rolls a transaction back. */
class NumberTaken extends Error {
  override readonly name = 'NumberTaken';
}

type Signing = Context<typeof api.artifacts.artifacts.addSignature, Needs>;

async function addToFile(context: Signing, stored: StoredArtifact, old: string, facts: SlotFacts): Promise<JsonText> {
  const { deps, caller } = context;
  const { documents } = deps;
  const file = documents.newName();
  let isCommitted = false;
  try {
    const paths = { from: documents.pathOf(old), to: documents.pathOf(file) };
    const size = await deps.run(addSignatureToFileJob, { ...paths, facts });
    if (size !== null) {
      await replace(context, stored, { kind: 'file', file, size });
      isCommitted = true;
      await documents.remove(old);
    }
  } catch (error) {
    if (!isCommitted) {
      await documents.remove(file);
      throw error;
    }
    // The row names the new file; the start sweeps the old one away.
    const reason = error instanceof Error ? error.message : 'unknown';
    deps.log.warn({ reason }, 'a replaced document could not be removed');
  }
  return documentOf(deps, caller.projectId, stored.id);
}

async function replace({ caller, write }: Signing, stored: StoredArtifact, content: StoredContent): Promise<void> {
  await write(async (db) => {
    if (await replaceArtifact(db, caller.projectId, stored.id, stored.revision, content)) return;
    throw new ApiError('CONFLICT', 'Another signature was added at the same time. Send the request again.');
  });
}

async function insert(db: Db, projectId: string, id: string, content: StoredContent, now: number): Promise<void> {
  if (await insertArtifact(db, projectId, { id, content }, now)) return;
  throw new ApiError('CONFLICT', 'The project has this very artifact already.');
}

async function findOr404(deps: Needs, projectId: string, id: string): Promise<StoredArtifact> {
  const stored = await findArtifact(deps.db, projectId, id);
  if (stored === null) throw new ApiError('NOT_FOUND', 'This project has no artifact of that id.');
  return stored;
}

/** The stored text as it is. */
async function documentOf(deps: Needs, projectId: string, id: string): Promise<JsonText> {
  // A file may be replaced between the look at the row and its opening; the row then names the new one.
  for (let attempt = 1; attempt <= 3; attempt++) {
    const { content } = await findOr404(deps, projectId, id);
    if (content.kind === 'text') return new JsonText(content.text);
    const document = await deps.documents.open(content.file);
    if (document !== null) return new JsonText(document.stream, document.size);
  }
  throw new TypeError(`internal: the file of the artifact ${id} is missing`);
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
