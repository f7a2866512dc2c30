import type { ShellFileRefusal } from '@touchstone/core/shell.ts';
import { describe, expect, it } from 'vitest';
import { bridgeOf } from '../../../src/lib/shell/bridge.ts';
import { followOpenedFiles } from '../../../src/lib/shell/opened-files.ts';
import { fakeShell } from '../fake-shell.ts';

/** Reads until what is expected of it holds, however busy the machine is. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 60_000 });

const PAGE = { download: () => undefined, print: () => undefined };
const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) });

function target() {
  const opened: { name: string; text: string }[][] = [];
  const refused: ShellFileRefusal[] = [];
  return {
    opened,
    refused,
    failures: 0,
    fail() {
      this.failures += 1;
    },
    async open(files: readonly { readonly name: string; readonly file: File }[]) {
      opened.push(await Promise.all(files.map(async ({ name, file: each }) => ({ name, text: await each.text() }))));
    },
    refuse: (more: readonly ShellFileRefusal[]) => void refused.push(...more),
  };
}

describe('followOpenedFiles', () => {
  it('opens what was handed over before the page was there, and what comes later', async () => {
    const fake = fakeShell();
    const goal = target();
    fake.handOver({ files: [file('a.pqv.json', '{"a":1}')], refused: [] });
    const stop = followOpenedFiles(bridgeOf(fake.shell, PAGE), goal);
    await eventually(() => goal.opened).toEqual([[{ name: 'a.pqv.json', text: '{"a":1}' }]]);
    fake.handOver({
      files: [file('b.pqv.json', '{}'), file('c.pqv.json', '[]')],
      refused: [{ name: 'd.pqv.json', reason: 'larger than 64 MiB' }],
    });
    await eventually(() => goal.opened[1]?.map(({ name }) => name)).toEqual(['b.pqv.json', 'c.pqv.json']);
    expect(goal.refused).toEqual([{ name: 'd.pqv.json', reason: 'larger than 64 MiB' }]);
    stop();
    expect(fake.listenerCount()).toBe(0);
  });

  it('opens nothing where only refusals came, and goes on after a failure', async () => {
    const fake = fakeShell();
    const goal = target();
    let failures = 1;
    const shell = {
      ...fake.shell,
      takeOpenedFiles: async () => {
        if (failures-- > 0) throw new Error('gone');
        return fake.shell.takeOpenedFiles();
      },
    };
    followOpenedFiles(bridgeOf(shell, PAGE), goal);
    await eventually(() => goal.failures).toBe(1);
    fake.handOver({ files: [], refused: [{ name: 'e.json', reason: 'a folder' }] });
    await eventually(() => goal.refused).toHaveLength(1);
    expect(goal.opened).toEqual([]);
  });

  it('does nothing in a browser', () => {
    const goal = target();
    followOpenedFiles(bridgeOf(undefined, PAGE), goal)();
    expect(goal.opened).toEqual([]);
  });
});
