import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { describe, expect, test } from 'vitest';
import type { PoolAnswer } from '../../../src/parts/verification/pool.ts';
import type { Opened, RecentVerification } from '../../../src/parts/verification/recent.ts';
import { recordRecent } from '../../../src/parts/verification/record-recent.ts';
import { VerificationSession } from '../../../src/parts/verification/session.ts';
import { keySet, report, rowFacts } from './rows.ts';

/** A session whose files get the next of these outcomes, and what is recorded of it. */
function recorded() {
  const kept: { readonly entry: RecentVerification; readonly opened: Opened }[] = [];
  let answer: (full: boolean) => PoolAnswer = judged('VERIFIED');
  const session = new VerificationSession({
    run: async ({ full }) => answer(full),
    setTrust: () => undefined,
  });
  let ids = 0;
  recordRecent(
    session,
    { keep: (entry, opened) => void kept.push({ entry, opened }) },
    { newId: () => `id${ids++}`, now: () => 0 },
  );
  const answers = (next: typeof answer) => {
    answer = next;
  };
  return { session, kept, answers };
}

function judged(outcome: 'VERIFIED' | 'FAILED' | 'PENDING' | 'INPUT_ERROR', demo = false) {
  return (full: boolean): PoolAnswer => {
    const file = { name: 'a', size: 2, sha256: 'ab'.repeat(32), sha3_384: '' };
    const result = {
      kind: 'judged',
      row: rowFacts({ outcome, demo }),
      packedReport: new Uint8Array(0),
      full: full
        ? {
            report: report({ outcome, file }),
            facts: null,
            hint: null,
            document: null,
            isOutline: false,
            agentOutline: null,
          }
        : null,
    } as const;
    return { status: 'done', result };
  };
}

const picked = (...names: string[]) => ({
  files: names.map((name) => ({ name, file: new File(['{}'], name) })),
  leftOut: 0,
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('recording', () => {
  test('one file: its name, kind, outcome, time and hash, and what opens it again', async () => {
    const { session, kept } = recorded();
    const lent = { ...EMPTY_TRUST_STORE };
    await session.open(picked('a.pqv.json'), lent);
    await settled();
    expect(kept.map(({ entry }) => entry)).toEqual([
      {
        id: 'id0',
        name: 'a.pqv.json',
        kind: 'artifact',
        outcome: 'VERIFIED',
        demo: false,
        at: '2026-01-01T00:00:00.000Z',
        sha256: 'ab'.repeat(32),
      },
    ]);
    expect(kept[0]?.opened).toMatchObject({ files: [{ name: 'a.pqv.json' }], lent });
  });

  test('what rests on demo keys says so, one of many too', async () => {
    const { session, kept, answers } = recorded();
    answers(judged('VERIFIED', true));
    await session.open(picked('a'));
    await settled();
    await session.open(picked('a', 'b'));
    await settled();
    expect(kept.map(({ entry: { name, demo } }) => [name, demo])).toEqual([
      ['a', true],
      ['2 files', true],
    ]);
  });

  test('many files are one entry with the worst outcome, whichever of them is looked at', async () => {
    const { session, kept, answers } = recorded();
    answers(judged('FAILED'));
    await session.open(picked('a', 'b'));
    await settled();
    session.showDetail(1);
    await settled();
    expect(kept.map(({ entry }) => entry)).toMatchObject([
      { name: '2 files', kind: 'files', outcome: 'FAILED', at: '1970-01-01T00:00:00.000Z', sha256: null },
    ]);
  });

  test('what is judged again keeps its id; other files get another one', async () => {
    const { session, kept, answers } = recorded();
    answers(judged('PENDING'));
    await session.open(picked('a'));
    await settled();
    answers(judged('VERIFIED'));
    session.setTrust({
      ...EMPTY_TRUST_STORE,
      revocations: [{ thumbprint: 't', revoked_at: '', reason: '', source: '', recorded_at: '' }],
    });
    await settled();
    session.clear();
    await session.open(picked('b'));
    await settled();
    const ids = kept.map(({ entry: { id, outcome } }) => ({ id, outcome }));
    expect(ids[0]).toEqual({ id: 'id0', outcome: 'PENDING' });
    expect(ids[1]).toEqual({ id: 'id0', outcome: 'VERIFIED' });
    expect(ids[2]?.id).not.toBe('id0');
  });

  test('a file that is nothing known has no kind; key sets and what was cancelled leave no entry', async () => {
    const { session, kept, answers } = recorded();
    answers(judged('INPUT_ERROR'));
    await session.open(picked('a.pdf'));
    await settled();
    expect(kept.map(({ entry }) => entry.kind)).toEqual(['unknown']);

    session.clear();
    answers(() => ({ status: 'done', result: { kind: 'key_set', keySet: keySet() } }));
    await session.open(picked('issuer.pqkeys.json'));
    await settled();
    session.clear();
    answers(() => ({ status: 'cancelled' }));
    await session.open(picked('b'));
    await settled();
    expect(kept).toHaveLength(1);
  });

  test('files of which some were cancelled are not remembered as verified', async () => {
    const { session, kept, answers } = recorded();
    let files = 0;
    answers((full) => (++files === 1 ? judged('VERIFIED')(full) : { status: 'cancelled' }));
    await session.open(picked('a', 'b'));
    await settled();
    expect(kept.map(({ entry }) => entry.outcome)).toEqual(['CANCELLED']);
  });
});
