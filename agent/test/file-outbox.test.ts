import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OutboxEntry } from '@touchstone/core/agent/sdk/types/outbox.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileOutbox } from '../src/file-outbox.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-outbox-'));
  file = path.join(folder, 'agent.outbox');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (key: string): OutboxEntry => ({
  key,
  sessionId: 'ags_1',
  operation: 'tool',
  body: { key },
  createdAt: 1,
});
const keysOf = (entries: readonly OutboxEntry[]) => entries.map(({ key }) => key);
const REFUSAL = { code: 'CONFLICT', status: 409, message: 'no' };
const lines = () => readFileSync(file, 'utf8').split('\n').slice(0, -1);

async function reopened() {
  const outbox = await openFileOutbox(file);
  const state = { pending: keysOf(outbox.pending()), refused: outbox.refused() };
  await outbox.close();
  return state;
}

describe('an outbox in a file', () => {
  it('keeps entries in order, forgets what is done, keeps what is refused', async () => {
    const outbox = await openFileOutbox(file);
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => outbox.add(entry(key))));
    await outbox.done('b');
    await outbox.refuse('c', REFUSAL);
    await outbox.refuse('unknown', REFUSAL);
    expect(keysOf(outbox.pending())).toEqual(['a', 'd']);
    await outbox.close();
    expect(lines()).toHaveLength(4);
    const expected = { pending: ['a', 'd'], refused: [{ entry: entry('c'), ...REFUSAL }] };
    expect(await reopened()).toEqual(expected);
    expect(await reopened()).toEqual(expected);
    const last = await openFileOutbox(file);
    await last.clearRefused();
    await last.close();
    expect(await reopened()).toEqual({ pending: ['a', 'd'], refused: [] });
  });

  it('is readable by the owner only, also one that was not', async () => {
    writeFileSync(file, `${JSON.stringify({ add: entry('a') })}\n`, { mode: 0o644 });
    await reopened();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['agent.outbox']);
  });

  it('has an entry on the disk when add resolves', async () => {
    const outbox = await openFileOutbox(file);
    await outbox.add(entry('a'));
    expect(lines()).toEqual([JSON.stringify({ add: entry('a') })]);
    await outbox.close();
  });

  it('does what a map would, whatever the order and wherever it is opened again', async () => {
    const step = fc.record({
      what: fc.constantFrom('add', 'done', 'refuse', 'reopen'),
      key: fc.constantFrom('a', 'b', 'c'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        rmSync(file, { force: true });
        let outbox = await openFileOutbox(file);
        const model = new Map<string, OutboxEntry>();
        let refused = 0;
        for (const [i, { what, key }] of steps.entries()) {
          const name =
            what === 'add' ? `${key}${i}` : ([...model.keys()].find((held) => held.startsWith(key)) ?? 'none');
          if (what === 'add') {
            model.set(name, entry(name));
            await outbox.add(entry(name));
          } else if (what === 'done') {
            model.delete(name);
            await outbox.done(name);
          } else if (what === 'refuse') {
            refused += Number(model.delete(name));
            await outbox.refuse(name, REFUSAL);
          } else {
            await outbox.close();
            outbox = await openFileOutbox(file);
          }
        }
        await outbox.close();
        const state = await reopened();
        expect(state.pending).toEqual([...model.keys()]);
        expect(state.refused).toHaveLength(refused);
      }),
      { numRuns: 25 },
    );
  });

  it('is written anew when most of it is done', async () => {
    const outbox = await openFileOutbox(file);
    await outbox.add(entry('first'));
    const keys = Array.from({ length: 700 }, (_, i) => `k${i}`);
    await Promise.all(keys.map((key) => outbox.add(entry(key))));
    await Promise.all(keys.map((key) => outbox.done(key)));
    await outbox.add(entry('last'));
    expect(lines().length).toBeLessThan(50);
    await outbox.close();
    expect((await reopened()).pending).toEqual(['first', 'last']);
  });
});

describe('after a crash', () => {
  it.each(['{"add":{"key":"torn"', '{"done":"a"}', '\u0000\u0000\u0000'])(
    'a last line without its end is cut off: %j',
    async (torn) => {
      const outbox = await openFileOutbox(file);
      await outbox.add(entry('a'));
      await outbox.close();
      appendFileSync(file, torn);
      const again = await openFileOutbox(file);
      await again.add(entry('b'));
      await again.close();
      expect((await reopened()).pending).toEqual(['a', 'b']);
    },
  );

  it.each(['nonsense', '{"add":{"key":1}}', '{"other":1}', 'null', ''])(
    'any other line is an error: %j',
    async (line) => {
      const text = `${JSON.stringify({ add: entry('a') })}\n${line}\n`;
      writeFileSync(file, text);
      await expect(openFileOutbox(file)).rejects.toThrow(/Line 2/);
      expect(readFileSync(file, 'utf8')).toBe(text);
      expect(readdirSync(folder)).toEqual(['agent.outbox']);
    },
  );

  it('an entry that was added is there after kill -9', () => {
    const script = `
      import { openFileOutbox } from ${JSON.stringify(path.resolve(import.meta.dirname, '../src/file-outbox.ts'))};
      const outbox = await openFileOutbox(${JSON.stringify(file)});
      await outbox.add(${JSON.stringify(entry('kept'))});
      process.kill(process.pid, 'SIGKILL');
    `;
    const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
    expect(signal).toBe('SIGKILL');
    expect(readdirSync(folder)).toHaveLength(2);
    return expect(reopened()).resolves.toMatchObject({ pending: ['kept'] });
  });
});

describe('one process', () => {
  it('has it, once', async () => {
    const outbox = await openFileOutbox(file);
    await expect(openFileOutbox(file)).rejects.toThrow(/open in another process/);
    await outbox.close();
    await outbox.close();
    await expect(outbox.add(entry('a'))).rejects.toThrow(/closed/);
    await reopened();
  });

  it('a living process keeps it, one that is gone does not', async () => {
    const parent = path.join(folder, `agent.outbox.lock-${process.ppid}-0`);
    writeFileSync(parent, '');
    await expect(openFileOutbox(file)).rejects.toThrow(/open in another process/);
    rmSync(parent);
    const gone = spawnSync(process.execPath, ['-e', '']);
    const stale = path.join(folder, `agent.outbox.lock-${gone.pid}-1`);
    writeFileSync(stale, '');
    await reopened();
    expect(existsSync(stale)).toBe(false);
  });

  it.runIf(process.platform === 'linux')('a process that has the id of one that is gone does not', async () => {
    const recycled = path.join(folder, `agent.outbox.lock-${process.ppid}-1`);
    writeFileSync(recycled, '');
    await reopened();
    expect(existsSync(recycled)).toBe(false);
  });
});
