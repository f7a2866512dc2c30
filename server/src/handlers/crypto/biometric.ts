import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import type { Audit } from '../../audit/audit.ts';
import {
  type BiometricNeeds,
  enrol,
  FAILURE_MS,
  MOST_FAILURES,
  noSuchUser,
  similarity,
  TEMPLATE_KB,
  verifySample,
} from '../../biometrics/enrolments.ts';
import { MODALITIES } from '../../biometrics/modality.ts';
import {
  countFailures,
  deleteUser,
  listTemplates,
  listUsers,
  lockTemplates,
  lockThreshold,
  storeThreshold,
  thresholdsOf,
  usersWhoFailed,
} from '../../biometrics/store.ts';
import { DEFAULT_THRESHOLD, thresholdRecord, thresholdsInForce } from '../../biometrics/thresholds.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';

export interface Needs extends BiometricNeeds {
  readonly audit: Audit;
}

type SetThreshold = OutputOf<typeof api.crypto.biometric.threshold>;

export const biometric = implement(api.crypto.biometric)<Needs>({
  async enroll({ deps, caller, write }, { body }) {
    const enrollmentId = await enrol(deps, write, caller.projectId, body);
    return {
      enrollment_id: enrollmentId,
      modality: body.modality,
      encrypted: true,
      template_size_kb: TEMPLATE_KB,
    };
  },

  async verify({ deps, caller, write }, { body }) {
    const start = performance.now();
    const best = await verifySample(deps, write, caller.projectId, body);
    return {
      verified: best !== null,
      confidence: Math.round((best ?? 0) * 100) / 100,
      latency_us: Math.round((performance.now() - start) * 1000),
    };
  },

  async match({ deps, caller }, { body: { modality = 'face', ...body } }) {
    const cosine = await similarity(deps, body);
    const threshold = (await thresholdsInForce(deps.db, caller.projectId))[modality];
    return { similarity: Math.round(cosine * 10_000) / 10_000, threshold, match: cosine >= threshold };
  },

  async threshold({ deps, caller, write }, { body: { modality, threshold } }) {
    return deps.audit.recorded<SetThreshold>(write, caller, async (db) => {
      const { projectId, accountId } = caller;
      const previous = (await lockThreshold(db, projectId, modality))?.threshold ?? DEFAULT_THRESHOLD;
      await storeThreshold(db, { project_id: projectId, modality, threshold, updated_at: deps.clock() });
      return {
        result: { modality, threshold, previous },
        event: { action: 'biometric-threshold.set', accountId, ...thresholdRecord(projectId, modality, threshold) },
      };
    });
  },

  async thresholds({ deps, caller }) {
    const rows = await thresholdsOf(deps.db, caller.projectId);
    const thresholds = MODALITIES.map((modality) => {
      const set = rows.find((row) => row.modality === modality)?.threshold;
      return { modality, threshold: set ?? DEFAULT_THRESHOLD, is_default: set === undefined };
    });
    return { thresholds };
  },

  async users({ deps, caller }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const { db, clock } = deps;
    const { projectId } = caller;
    const [encoded] = cursorParts(cursor, /^([A-Za-z0-9_-]{1,200})$/) ?? [];
    const after = encoded === undefined ? null : Buffer.from(encoded, 'base64url').toString();
    const found = await listUsers(db, projectId, after, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, (last) => Buffer.from(last.user_id).toString('base64url'));
    const ids = page.map(({ user_id: id }) => id);
    const locked = await usersWhoFailed(db, projectId, ids, clock() - FAILURE_MS, MOST_FAILURES);
    const items = page.map(({ user_id: id, modalities, enrolled_at: at }) => ({
      user_id: id,
      modalities: [...modalities],
      enrolled_at: formatIsoTime(at),
      is_locked: locked.has(id),
    }));
    return { items, next_cursor: nextCursor };
  },

  async user({ deps, caller }, { params: { user_id: userId } }) {
    const { db, clock } = deps;
    const rows = await listTemplates(db, caller.projectId, userId);
    if (rows.length === 0) throw noSuchUser();
    const enrollments = rows.map(({ id, modality, dimensions, created_at: at }) => ({
      enrollment_id: id,
      modality,
      dimensions,
      encrypted: true,
      template_size_kb: TEMPLATE_KB,
      enrolled_at: formatIsoTime(at),
    }));
    const failures = await countFailures(db, caller.projectId, userId, clock() - FAILURE_MS);
    return { user_id: userId, enrollments, failures };
  },

  async forgetUser({ caller, write }, { params: { user_id: userId } }) {
    const deleted = await write(async (transaction) => {
      await lockTemplates(transaction, caller.projectId, userId);
      const count = await deleteUser(transaction, caller.projectId, userId);
      if (count === 0) throw noSuchUser();
      return count;
    });
    return { user_id: userId, deleted };
  },
});
