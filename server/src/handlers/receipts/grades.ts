import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { withOwnSets } from '@touchstone/core/keys/join-trust.ts';
import type { OwnKeySet } from '@touchstone/core/keys/own-service.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError } from '../../frame/errors.ts';
import { idOfContent } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import { byWork } from '../../frame/work.ts';
import { findGrade, gradesBelow, hideGrade, insertGrade, lockGrade, type StoredGrade } from '../../grades/store.ts';
import { gradeWork, type VerifiedGrade } from '../../grades/work.ts';
import type { KeySets } from '../../key-sets/key-sets.ts';
import type { Statements } from '../../key-sets/statements.ts';
import type { Db } from '../../store/engine.ts';
import type { TrustStoreAccess } from '../../trust/store-file.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly keySets: KeySets;
  readonly statements: Statements;
  readonly trustStore: TrustStoreAccess;
}

type Grades = typeof api.receipts.grades;
type GradeAnswer = OutputOf<Grades['get']>;
type UnsignedRecord = Omit<GradeAnswer, 'service_signature'>;

export const grades = implement(api.receipts.grades)<Needs>({
  create: byWork(gradeWork, async ({ deps, caller, write, waive }, _input, run) => {
    const verified = await run({ trust: await trustOf(deps), now: deps.clock() });
    const id = idOfContent('grd', caller.projectId, verified.hash);
    const known = await findGrade(deps.db, caller.projectId, id);
    if (known !== null) {
      waive();
      return answerOf(known);
    }
    return deps.statements.signing(async ({ keySetId, sign }) => {
      const now = deps.clock();
      const record = recordOf(verified, id, keySetId, now);
      const signature = await sign('grade', record as typeof record & JsonObject);
      const row = { id, keyId: caller.keyId, record: JSON.stringify(record), signature };
      return write(async (db) => {
        // The same grade may have come twice at once.
        const stored = await findGrade(db, caller.projectId, id);
        if (stored !== null) return answerOf(stored);
        await insertGrade(db, caller.projectId, row, now);
        return { ...record, service_signature: signature };
      });
    });
  }),

  async get({ deps, caller }, { params: { id } }) {
    return answerOf(found(await findGrade(deps.db, caller.projectId, id)));
  },

  async list({ deps, caller }, { query }) {
    const [below] = cursorParts(query.cursor, /^([1-9]\d{0,14})$/) ?? [];
    const limit = query.limit ?? PAGE_ITEMS;
    const rows = await gradesBelow(deps.db, caller.projectId, below === undefined ? null : Number(below), limit + 1);
    const { page, nextCursor } = cutPage(rows, limit, ({ position }) => String(position));
    const items = page.map((row) => {
      const { grade_id, project, score, grade, file_root, date, submitted_at } = answerOf(row);
      return { grade_id, project, score, grade, file_root, date, submitted_at };
    });
    return { items, next_cursor: nextCursor };
  },

  async hide({ deps, caller, write }, { params: { id } }) {
    return write(async (db) => {
      const { key_id: keyId, hidden_at: hiddenAt } = found(await lockGrade(db, caller.projectId, id));
      if (caller.kind === 'key' && caller.keyId !== keyId) {
        throw new ApiError('INVALID_SCOPE', 'A key hides only what it submitted itself.');
      }
      if (hiddenAt === null) await hideGrade(db, id, deps.clock());
      return { grade_id: id, hidden: true as const };
    });
  },
});

function found<T>(grade: T | null): T {
  if (grade === null) throw new ApiError('NOT_FOUND', 'There is no such grade.');
  return grade;
}

function recordOf({ submitted, signer }: VerifiedGrade, id: string, keySetId: string, now: number): UnsignedRecord {
  const record = JSON.parse(submitted) as Omit<
    UnsignedRecord,
    'grade_id' | 'signer' | 'self_reported' | 'submitted_at' | 'keyset_id'
  >;
  const submitted_at = formatIsoTime(now);
  return { grade_id: id, ...record, signer, self_reported: true, submitted_at, keyset_id: keySetId };
}

function answerOf({ record, signature }: Pick<StoredGrade, 'record' | 'signature'>): GradeAnswer {
  return { ...(JSON.parse(record) as UnsignedRecord), service_signature: signature };
}

/** What this service goes by: its trust store, and its own sets of use `3key`. */
async function trustOf({ keySets, trustStore }: Needs): Promise<Trust> {
  const [current, ...retired] = await keySets.verifying('3key');
  const own: readonly OwnKeySet[] = [
    ...(current === undefined ? [] : [{ key_set: current, state: 'current' as const }]),
    ...retired.map((key_set) => ({ key_set, state: 'retired' as const })),
  ];
  return withOwnSets(trustStore.read(), own);
}
