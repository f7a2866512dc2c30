import { api } from '@touchstone/core/api/api.ts';
import { keyStatusAt } from '@touchstone/core/keys/lifecycle.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import { listManagedKeys } from '../../keys/store/managed-keys.ts';
import { listWrappedKeys } from '../../keys/store/wrapped-keys.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
}

const PAGE_ITEMS = 50;

export const keys = implement(api.crypto.keys)<Needs>({
  async list({ deps, caller }, { query }) {
    const now = deps.clock();
    const { page, nextCursor } = await pageFrom(query, (after, limit) =>
      listManagedKeys(deps.db, caller.projectId, after, limit),
    );
    const items = page.map((key) => ({
      key_id: key.id,
      label: key.label,
      status: keyStatusAt(key, now),
      tier: key.tier,
      created_at: formatIsoTime(key.createdAt),
      last_used: timeOr(key.lastUsedAt),
      total_operations: key.totalOperations,
      rotated_from: key.rotatedFrom,
      rotated_to: key.rotatedTo,
      grace_period_ends: timeOr(key.graceEndsAt),
      revoked_at: timeOr(key.revokedAt),
    }));
    return { items, next_cursor: nextCursor };
  },

  async wrapped({ deps, caller }, { query }) {
    const { page, nextCursor } = await pageFrom(query, (after, limit) =>
      listWrappedKeys(deps.db, caller.projectId, after, limit),
    );
    const items = page.map((key) => ({
      wrapped_key_id: key.id,
      wrapping_tier: key.tier,
      envelope_version: key.envelopeVersion,
      key_id: key.managedKeyId,
      holder: key.holder,
      created_at: formatIsoTime(key.createdAt),
      rotated_at: timeOr(key.rotatedAt),
    }));
    return { items, next_cursor: nextCursor };
  },
});

function timeOr(time: number | null): string | null {
  return time === null ? null : formatIsoTime(time);
}

interface Dated {
  readonly id: string;
  readonly createdAt: number;
}

/** One page of a list that goes from the newest to the oldest. Throws INVALID_REQUEST for a cursor of another list. */
async function pageFrom<T extends Dated>(
  { limit = PAGE_ITEMS, cursor }: { readonly limit?: number; readonly cursor?: string },
  read: (after: Dated | null, limit: number) => Promise<readonly T[]>,
): Promise<{ readonly page: readonly T[]; readonly nextCursor: string | null }> {
  const found = await read(cursor === undefined ? null : cursorOf(cursor), limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: found.length > limit && last !== undefined ? `${last.createdAt}.${last.id}` : null };
}

function cursorOf(text: string): Dated {
  const [, time, id] = /^(\d{1,15})\.((?:key|wk)_[0-9a-f]{16})$/.exec(text) ?? [];
  if (time === undefined || id === undefined) {
    throw invalid('cursor', '`cursor` must be the next_cursor of an earlier page.');
  }
  return { createdAt: Number(time), id };
}
