import { api } from '@touchstone/core/api/api.ts';
import { toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { rankedFactors, riskLevelOf, stepsAsNumber } from '@touchstone/core/fraud/factors.ts';
import { SIGNAL_KEM, signalContext } from '@touchstone/core/fraud/sealed-signal.ts';
import { sealingKey } from '@touchstone/core/secrets/sealed-value.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { ApiError } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { cursorParts, cutPage, PAGE_ITEMS } from '../../frame/list-pages.ts';
import { releasedAbout, type ScoreNeeds } from '../../fraud/scores.ts';
import { contribute } from '../../fraud/signals.ts';
import { countParticipants, deleteSignal, listParticipants, listSignals } from '../../fraud/store.ts';

/** Participants that are listed. */
const MOST_LISTED = 1_000;
/** Factors that a score names. */
const MOST_NAMED = 3;
const CURSOR = /^(\d{1,15})\.(sig_[0-9a-f]{16})$/;
const HOUR_MS = 3_600_000;

export const share = implement(api.crypto.share)<ScoreNeeds>({
  async key({ deps, caller }) {
    const publicKey = sealingKey((await deps.keySets.all()).map(({ keySet }) => keySet));
    if (publicKey === null) throw new TypeError('internal: there is no enc key set');
    return { public_key: toBase64(publicKey), algorithm: SIGNAL_KEM, context: signalContext(caller.projectId) };
  },

  async contribute({ deps, caller, write }, { body }) {
    const { id, participants } = await contribute(deps, write, caller.projectId, body);
    return { signal_id: id, accepted: true, consortium_size: participants };
  },

  async query({ deps, write }, { body }) {
    const released = await releasedAbout(deps, write, body.entity_hash);
    if (released === null) return { risk_factors: [], signal_count: 0, freshness_hours: 0 };
    const { aggregate, computedAt } = released;
    return {
      risk_factors: rankedFactors(aggregate).map(({ factor, steps }) => ({ factor, level: stepsAsNumber(steps) })),
      signal_count: aggregate.signals,
      freshness_hours: Math.max(0, Math.round(((deps.clock() - computedAt) / HOUR_MS) * 100) / 100),
    };
  },

  async score({ deps, write }, { body }) {
    const released = await releasedAbout(deps, write, body.entity_hash);
    if (released === null) return { score: 0, level: 'unknown', factors: [], signals_evaluated: 0 };
    const { aggregate } = released;
    const strongest = rankedFactors(aggregate).filter(({ steps }) => steps > 0 && steps >= aggregate.score);
    return {
      score: stepsAsNumber(aggregate.score),
      level: riskLevelOf(aggregate),
      factors: strongest.slice(0, MOST_NAMED).map(({ factor }) => factor),
      signals_evaluated: aggregate.signals,
    };
  },

  async participants({ deps }) {
    const { db, vault } = deps;
    const rows = await listParticipants(db, MOST_LISTED);
    const participants = rows.map(({ project_id: project, joined_at: at, contributed }) => ({
      id: `par_${toHex(vault.mac('fraud-participant', utf8(project))).slice(0, 16)}`,
      joined: formatIsoTime(at).slice(0, 10),
      signals_contributed: contributed,
    }));
    return { participants, total: await countParticipants(db) };
  },

  async signals({ deps, caller }, { query: { limit = PAGE_ITEMS, cursor } }) {
    const parts = cursorParts(cursor, CURSOR);
    const after = parts === null ? null : { createdAt: Number(parts[0]), id: String(parts[1]) };
    const found = await listSignals(deps.db, caller.projectId, after, limit + 1);
    const { page, nextCursor } = cutPage(found, limit, (last) => `${last.created_at}.${last.id}`);
    const items = page.map(({ id, signal_type: type, created_at: at, expires_at: end }) => ({
      signal_id: id,
      signal_type: type,
      contributed_at: formatIsoTime(at),
      expires_at: formatIsoTime(end),
    }));
    return { items, next_cursor: nextCursor };
  },

  async withdraw({ caller, write }, { params: { signal_id: id } }) {
    await write(async (transaction) => {
      if (await deleteSignal(transaction, caller.projectId, id)) return;
      throw new ApiError('NOT_FOUND', 'This project has no signal with this id.');
    });
    return { signal_id: id, status: 'deleted' };
  },
});
