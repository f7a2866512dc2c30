import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { describe, expect, test } from 'vitest';
import type { FileResult } from '../../../src/parts/verification/messages.ts';
import type { PoolAnswer, PoolTask } from '../../../src/parts/verification/pool.ts';
import { type GivenPayload, VerificationSession } from '../../../src/parts/verification/session.ts';
import { keySet, report, rowFacts } from './rows.ts';

interface Call extends PoolTask {
  readonly answer: (answer: PoolAnswer) => void;
}

/** A runner that answers when the test says so. */
function openSession() {
  const calls: Call[] = [];
  const trusts: TrustStore[] = [];
  const session = new VerificationSession({
    run: (task, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve({ status: 'cancelled' }));
        task.onStart?.();
        calls.push({ ...task, answer: resolve });
      }),
    setTrust: (trust) => void trusts.push(trust),
  });
  return { session, calls, trusts };
}

const FULL = { report: report(), facts: null, hint: null, document: null, isOutline: false, agentOutline: null };
function judged(full: boolean): PoolAnswer {
  const packedReport = new Uint8Array(0);
  const result: FileResult = { kind: 'judged', row: rowFacts(), packedReport, full: full ? FULL : null };
  return { status: 'done', result };
}
const KEY_SET: PoolAnswer = { status: 'done', result: { kind: 'key_set', keySet: keySet() } };
const picked = (...names: string[]) => ({
  files: names.map((name) => ({ name, file: new File(['{}'], name) })),
  leftOut: 0,
});
const pickedKeySet = (name: string) => ({
  files: [{ name, file: new File([JSON.stringify(keySet())], name) }],
  leftOut: 0,
});
const given = (text: string): GivenPayload => ({ blob: new Blob([text]), name: 'payload.txt', text: null });
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const OTHER_TRUST: TrustStore = {
  ...EMPTY_TRUST_STORE,
  revocations: [{ thumbprint: 't', revoked_at: '', reason: '', source: '', recorded_at: '' }],
};

describe('session', () => {
  test('one file is verified with its details', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a.json'));
    expect(calls[0]?.full).toBe(true);
    calls[0]?.answer(judged(true));
    await settled();
    expect(session.snapshot()).toMatchObject({ run: null, detail: { id: 0, status: 'ready' } });
  });

  test('many files are verified without details until one is opened', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a', 'b'));
    expect(calls.map(({ full }) => full)).toEqual([false, false]);
    for (const call of calls) call.answer(judged(false));
    await settled();
    session.showDetail(1);
    expect(calls[2]).toMatchObject({ name: 'b', full: true });
    calls[2]?.answer(judged(true));
    await settled();
    expect(session.snapshot().detail).toMatchObject({ id: 1, status: 'ready' });
  });

  test('what examples lend counts for their files alone, and can be given back', async () => {
    const { session, calls, trusts } = openSession();
    await session.open(picked('a.json'), OTHER_TRUST);
    expect(calls[0]?.lent).toBe(OTHER_TRUST);
    expect(session.snapshot().lent).toBe(OTHER_TRUST);
    calls[0]?.answer(judged(true));
    await settled();
    session.giveBackLent();
    expect(session.snapshot()).toMatchObject({ lent: null, run: { kind: 'again' } });
    expect(calls[1]?.lent).toBeNull();
    calls[1]?.answer(judged(true));
    await settled();

    await session.open(picked('b.json'), OTHER_TRUST);
    calls[2]?.answer(judged(true));
    await settled();
    expect(calls[2]?.lent).toBe(OTHER_TRUST);
    session.clear();
    await session.open(picked('own.json'));
    expect(calls[3]?.lent).toBeNull();
    // The runner is shared: what is lent never becomes its trust store.
    expect(trusts).toEqual([]);
  });

  test('a file over 64 MiB is refused before it is read', async () => {
    const { session, calls } = openSession();
    const file = new File(['x'], 'big');
    Object.defineProperty(file, 'size', { value: 64 * 1024 * 1024 + 1 });
    await session.open({ files: [{ name: 'big', file }], leftOut: 0 });
    expect(calls).toHaveLength(0);
    expect(session.snapshot().rows[0]).toMatchObject({ status: 'error', facts: null });
    expect(session.snapshot().rows[0]?.message).toContain('64 MiB');
  });

  test('a session of an agent may be larger, up to 1 GiB', async () => {
    const { session, calls } = openSession();
    const sized = (name: string, size: number) => {
      const file = new File(['x'], name);
      Object.defineProperty(file, 'size', { value: size });
      return { name, file };
    };
    const GIB = 1024 * 1024 * 1024;
    await session.open({ files: [sized('a.pqs.json', GIB), sized('b.pqs.json', GIB + 1)], leftOut: 0 });
    expect(calls.map(({ name }) => name)).toEqual(['a.pqs.json']);
    expect(session.snapshot().rows[1]).toMatchObject({ status: 'error', facts: null });
  });

  test('tells how far a single long file is, and forgets it at the end', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a'));
    calls[0]?.onProgress?.({ done: 3, total: 9 });
    await expect.poll(() => session.snapshot().progress, { timeout: 60_000 }).toEqual({ done: 3, total: 9 });
    calls[0]?.answer(judged(true));
    await settled();
    expect(session.snapshot()).toMatchObject({ progress: null, run: null });
  });

  test('cancel keeps what is done and marks the rest', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a', 'b'));
    calls[0]?.answer(judged(false));
    await settled();
    session.cancel();
    await settled();
    expect(session.snapshot().rows.map(({ status }) => status)).toEqual(['done', 'cancelled']);
    expect(session.snapshot()).toMatchObject({ run: null, ended: { kind: 'first', isCancelled: true } });
  });

  test('says how long the last run took until another one starts', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a', 'b'));
    expect(session.snapshot().ended).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const call of calls) call.answer(judged(false));
    await settled();
    expect(session.snapshot().ended).toMatchObject({ kind: 'first', isCancelled: false });
    expect(session.snapshot().ended?.took).toBeGreaterThan(10);
    // Nothing is going on, so there is nothing to cancel.
    await session.cancel();
    expect(session.snapshot().ended).toMatchObject({ kind: 'first', isCancelled: false });

    session.setTrust(OTHER_TRUST);
    expect(session.snapshot()).toMatchObject({ run: { kind: 'again' }, ended: null });
    for (const call of calls.slice(2)) call.answer(judged(false));
    await settled();
    expect(session.snapshot().ended).toMatchObject({ kind: 'again', isCancelled: false });
    session.clear();
    expect(session.snapshot().ended).toBeNull();
  });

  test('a change of the trust store verifies everything again', async () => {
    const { session, calls, trusts } = openSession();
    await session.open(picked('a', 'b'));
    for (const call of calls) call.answer(judged(false));
    await settled();
    session.setTrust(OTHER_TRUST);
    expect(trusts).toHaveLength(1);
    expect(calls).toHaveLength(4);
    expect(session.snapshot().run).toMatchObject({ kind: 'again', total: 2 });
    session.setTrust({ ...OTHER_TRUST });
    expect(calls).toHaveLength(4);
  });

  test('answers that were judged by the old trust store are not taken', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a'));
    session.setTrust(OTHER_TRUST);
    calls[0]?.answer(judged(true));
    await settled();
    expect(session.snapshot().detail).toBeNull();
    calls[1]?.answer(judged(true));
    await settled();
    expect(session.snapshot().detail).toMatchObject({ status: 'ready' });
  });

  test('a key set is offered for import and gets no outcome', async () => {
    const { session, calls } = openSession();
    await session.open(picked('keys.json', 'a'));
    calls[0]?.answer(KEY_SET);
    calls[1]?.answer(judged(false));
    await settled();
    expect(session.snapshot().keySets).toEqual([{ name: 'keys.json', keySet: keySet() }]);
    expect(session.snapshot().rows.map(({ name }) => name)).toEqual(['a']);
  });

  test('a file that crashed the verifier shows why and has no outcome', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a'));
    calls[0]?.answer({ status: 'error', message: 'stopped' });
    await settled();
    expect(session.snapshot().detail).toEqual({ id: 0, status: 'error', full: null, message: 'stopped' });
    expect(session.snapshot().rows[0]).toMatchObject({ status: 'error', facts: null });
  });

  test('opening other files forgets the earlier ones', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a', 'b'));
    expect(await session.open(picked('c'))).toBe('replaced');
    // It is judged once, not also to find out that it is no key set.
    expect(calls.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    calls[0]?.answer(judged(false));
    await settled();
    expect(session.snapshot().rows.map(({ name }) => name)).toEqual(['c']);
  });

  test('a payload is kept for every later verification of its receipt; the result stays until the next is there', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a.pqr.json'));
    calls[0]?.answer(judged(true));
    await settled();
    expect(calls[0]?.payload).toBeNull();
    const payload = given('paid');
    session.givePayload(0, payload);
    expect(calls[1]).toMatchObject({ payload: payload.blob, full: true });
    expect(session.snapshot().detail).toMatchObject({ status: 'ready' });
    session.setTrust(OTHER_TRUST);
    expect(calls[2]?.payload).toBe(payload.blob);
    session.givePayload(0, null);
    expect(calls[3]?.payload).toBeNull();
  });

  test('a tree that was asked for is loaded however often its file is judged again', async () => {
    const { session, calls } = openSession();
    await session.open(picked('large.pqv.json'));
    calls[0]?.answer(judged(true));
    await settled();
    session.showWhole(0);
    session.setTrust(OTHER_TRUST);
    expect(calls.map(({ whole }) => whole)).toEqual([false, true, true]);
    await session.open(picked('other.pqv.json'));
    expect(calls[3]?.whole).toBe(false);
  });

  test('of two payloads given at once, the answer to the last counts', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a.pqr.json'));
    calls[0]?.answer(judged(true));
    await settled();
    session.givePayload(0, given('first'));
    session.givePayload(0, given('second'));
    calls[2]?.answer({ status: 'error', message: 'second' });
    calls[1]?.answer({ status: 'error', message: 'first' });
    await settled();
    expect(session.snapshot().detail).toMatchObject({ message: 'second' });
  });

  test('a payload comes with its answer: until then the result speaks of the one before', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a.pqr.json'));
    calls[0]?.answer(judged(true));
    await settled();
    expect(session.snapshot()).toMatchObject({ checking: null, detail: { payload: null } });
    const [right, wrong] = [given('right'), given('wrong')];
    session.givePayload(0, right);
    expect(session.snapshot()).toMatchObject({ checking: right, detail: { payload: null } });
    calls[1]?.answer(judged(true));
    await settled();
    expect(session.snapshot()).toMatchObject({ checking: null, detail: { payload: right } });
    session.givePayload(0, wrong);
    expect(session.snapshot()).toMatchObject({ checking: wrong, detail: { payload: right } });
    // The trust store changes meanwhile: the newer run brings the answer.
    session.setTrust(OTHER_TRUST);
    calls[2]?.answer(judged(true));
    await settled();
    expect(session.snapshot()).toMatchObject({ checking: wrong, detail: { payload: right } });
    calls[3]?.answer(judged(true));
    await settled();
    expect(session.snapshot()).toMatchObject({ checking: null, detail: { payload: wrong } });
  });

  test('a run does not bring back the detail that a person has left', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a', 'b'));
    for (const call of calls) call.answer(judged(false));
    await settled();
    session.showDetail(0);
    calls[2]?.answer(judged(true));
    await settled();
    session.setTrust(OTHER_TRUST);
    session.showDetail(1);
    calls[5]?.answer(judged(true));
    await settled();
    calls[3]?.answer(judged(true));
    calls[4]?.answer(judged(false));
    await settled();
    expect(session.snapshot()).toMatchObject({ run: null, detail: { id: 1, status: 'ready' } });
  });

  test('ten thousand files are handed to the runner as it gets through them', async () => {
    const { session, calls } = openSession();
    await session.open(picked(...Array.from({ length: 10_000 }, (_, index) => `${index}.json`)));
    expect(calls).toHaveLength(32);
    for (const call of calls.slice(0, 10)) call.answer(judged(false));
    await settled();
    expect(calls).toHaveLength(42);
    await session.cancel();
    expect(session.snapshot().summary).toMatchObject({ total: 10_000, counts: { VERIFIED: 10, CANCELLED: 9990 } });
  });

  describe('while a hundred thousand files are made rows of', () => {
    const many = picked(...Array.from({ length: 100_000 }, (_, index) => `${index}.json`));

    test('the page goes on, and what is opened meanwhile takes their place', async () => {
      const { session } = openSession();
      const first = session.open(many);
      expect(session.snapshot().rows).toEqual([]);
      await session.open(picked('a', 'b'));
      await first;
      expect(session.snapshot()).toMatchObject({ opening: 1, rows: [{ name: 'a' }, { name: 'b' }] });
    });

    test('closing them is closing them', async () => {
      const { session, calls } = openSession();
      const opened = session.open(many);
      session.clear();
      await opened;
      expect(session.snapshot().rows).toEqual([]);
      expect(calls).toEqual([]);
    });

    test('a change of the trust store neither loses them nor goes on with those before', async () => {
      const { session, calls } = openSession();
      await session.open(picked('a', 'b'));
      const opened = session.open(many);
      session.setTrust(OTHER_TRUST);
      await opened;
      expect(session.snapshot()).toMatchObject({ run: { kind: 'first', total: 100_000, finished: 0 } });
      const handed = calls.length;
      for (const call of calls.slice(0, 4)) call.answer(judged(false));
      await settled();
      expect(calls).toHaveLength(handed);
    });
  });

  test('a key set that is dropped on a result stands beside it', async () => {
    const { session, calls } = openSession();
    await session.open(picked('a'));
    calls[0]?.answer(judged(true));
    await settled();
    const opened = session.open(pickedKeySet('keys.json'));
    expect(session.snapshot().reading).toBe(1);
    await expect.poll(() => calls.length).toBe(2);
    calls[1]?.answer(KEY_SET);
    expect(await opened).toBe('added');
    expect(session.snapshot()).toMatchObject({
      reading: null,
      rows: [{ name: 'a' }],
      keySets: [{ name: 'keys.json' }],
      detail: { status: 'ready' },
    });
  });

  describe('while dropped files are looked into', () => {
    /** A file that is read when the test says so. */
    function slowFile(name: string) {
      let read: (text: string) => void = () => undefined;
      const file = new File(['{}'], name);
      const text = new Promise<string>((resolve) => {
        read = resolve;
      });
      Object.defineProperty(file, 'text', { value: () => text });
      return { collected: { files: [{ name, file }], leftOut: 0 }, read: () => read('{}') };
    }
    async function openedSession() {
      const opened = openSession();
      await opened.session.open(picked('a'));
      opened.calls[0]?.answer(judged(true));
      await settled();
      return opened;
    }

    test('the page says so beside the old result', async () => {
      const { session } = await openedSession();
      const { collected, read } = slowFile('slow');
      const opened = session.open(collected);
      expect(session.snapshot()).toMatchObject({ reading: 1, rows: [{ name: 'a' }] });
      read();
      await opened;
      expect(session.snapshot()).toMatchObject({ reading: null, rows: [{ name: 'slow' }] });
    });

    test('those dropped earlier do not replace those dropped later', async () => {
      const { session, calls } = await openedSession();
      const { collected, read } = slowFile('earlier');
      const earlier = session.open(collected);
      expect(await session.open(picked('later'))).toBe('replaced');
      read();
      expect(await earlier).toBe('superseded');
      expect(session.snapshot()).toMatchObject({ opening: 2, reading: null, rows: [{ name: 'later' }] });
      expect(calls.map(({ name }) => name)).toEqual(['a', 'later']);
    });

    test('a page that was closed stays closed', async () => {
      const { session } = await openedSession();
      const { collected, read } = slowFile('slow');
      const opened = session.open(collected);
      session.clear();
      read();
      expect(await opened).toBe('superseded');
      expect(session.snapshot()).toMatchObject({ reading: null, rows: [], keySets: [] });
    });

    test('a key set that is judged too late stands beside nothing', async () => {
      const { session, calls } = await openedSession();
      const opened = session.open(pickedKeySet('keys.json'));
      await expect.poll(() => calls.length).toBe(2);
      session.clear();
      calls[1]?.answer(KEY_SET);
      expect(await opened).toBe('superseded');
      expect(session.snapshot()).toMatchObject({ rows: [], keySets: [] });
    });
  });
});
