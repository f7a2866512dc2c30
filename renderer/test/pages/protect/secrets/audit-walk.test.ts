import { describe, expect, it } from 'vitest';
import { type SecretAuditItem, walkAudit } from '../../../../src/pages/protect/secrets/audit-walk.ts';
import { auditFile, withoutRepeats } from '../../../../src/pages/protect/secrets/audit-words.ts';
import { CHAIN_START } from '../../../../src/parts/chain/chain-jobs.ts';

function item(position: number): SecretAuditItem {
  return {
    id: `entry-${position}`,
    project_id: 'prj_0',
    position,
    action: 'store',
    secret_id: null,
    result: 'success',
    units_consumed: 3,
    ip_address: '',
    key_id: null,
    keyset_id: 'k',
    previous_hash: null,
    dilithium_sig: 's',
    created_at: '2026-01-01T00:00:00.000Z',
  };
}

/** A list of the server, the newest first, that can grow while it is read. */
function listOf(positions: readonly number[], growAt = Number.POSITIVE_INFINITY) {
  const present = [...positions];
  let reads = 0;
  return async ({ limit, offset }: { readonly limit: number; readonly offset: number }) => {
    reads += 1;
    if (reads === growAt) present.push(present.length + 1);
    const newestFirst = present.toReversed().map((position) => item(position));
    return { entries: newestFirst.slice(offset, offset + limit), total: present.length };
  };
}

/** Walks by positions alone. */
function walker() {
  const seen: number[] = [];
  return {
    seen,
    walk: async (entries: readonly { readonly body: { readonly position?: unknown } }[], from = CHAIN_START) => {
      let { position } = from;
      for (const { body } of entries) {
        if (body.position !== position + 1) return { head: { position, hash: null }, brokenAt: position + 1 };
        position += 1;
        seen.push(position);
      }
      return { head: { position, hash: null }, brokenAt: null };
    },
  };
}

const UP_TO = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const onProgress = () => undefined;

describe('walkAudit', () => {
  it('reads the oldest entries first, each once, page after page', async () => {
    const { seen, walk } = walker();
    const verdict = await walkAudit({ read: listOf(UP_TO(450)), walk, onProgress });
    expect(verdict).toMatchObject({ brokenAt: null, entries: 450, head: { position: 450 } });
    expect(seen).toEqual(UP_TO(450));
  });

  it('takes in what comes meanwhile', async () => {
    const { seen, walk } = walker();
    const verdict = await walkAudit({ read: listOf(UP_TO(401), 3), walk, onProgress });
    expect(verdict).toMatchObject({ brokenAt: null, entries: 402 });
    expect(seen).toEqual(UP_TO(402));
  });

  it('stops at the first gap', async () => {
    const { walk } = walker();
    const gone = UP_TO(300).filter((position) => position !== 207);
    expect((await walkAudit({ read: listOf(gone), walk, onProgress })).brokenAt).toBe(207);
    expect((await walkAudit({ read: listOf(UP_TO(5).slice(1)), walk, onProgress })).brokenAt).toBe(1);
  });

  it('has nothing to say about nothing', async () => {
    const { walk } = walker();
    expect(await walkAudit({ read: listOf([]), walk, onProgress })).toEqual({
      entries: 0,
      brokenAt: null,
      head: CHAIN_START,
    });
  });
});

describe('the audit in lists and files', () => {
  it('lists an entry once where pages overlap', () => {
    expect(withoutRepeats([item(3), item(2), item(2), item(1)]).map(({ position }) => position)).toEqual([3, 2, 1]);
  });

  it('calls only the unfiltered whole a whole chain', () => {
    const file = (secretId: string | null, isWhole: boolean) =>
      JSON.parse(auditFile([item(1)], 'prj_0', { action: null, secretId }, isWhole, '2026-01-01T00:00:00.000Z'));
    expect(file(null, true).whole_chain).toBe(true);
    expect(file('x', true).whole_chain).toBe(false);
    expect(file(null, false).whole_chain).toBe(false);
  });
});
