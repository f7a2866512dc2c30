/** S32: no memory but a participant's ever holds an input. Participants seal in this process; the service is another one. */
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Worker } from 'node:worker_threads';
import { fromInteger } from '@touchstone/core/mpc/field.ts';
import { expect, test } from 'vitest';
import { startWatched } from '../canary/process.ts';
import { openTestServer } from '../harness.ts';
import { sealed, sessionIn } from './contribution.ts';

/** Inputs that nothing resembles by chance: below zero an element has 29 bits set before its own 32. */
const INPUTS = [-1_893_746_211, -1_557_208_943, -1_204_417_759];
const MAXIMUM = -7_000_003;
const SUM = INPUTS.reduce((sum, one) => sum + one, MAXIMUM);

/** How a number could lie about: as an element in both orders, as an integer of 64 bits, as a double, and as text. */
function spellings(value: number): readonly Buffer[] {
  const [element, integer, double] = [Buffer.alloc(8), Buffer.alloc(8), Buffer.alloc(8)];
  element.writeBigUInt64LE(fromInteger(BigInt(value)));
  integer.writeBigInt64LE(BigInt(value));
  double.writeDoubleLE(value);
  return [element, Buffer.from(element).reverse(), integer, double, Buffer.from(String(Math.abs(value)))];
}

const PIECE = 16 * 1024 * 1024;

/** Which of the values stand anywhere in what a process has written to its memory. */
function foundInMemory(pid: number, values: readonly number[]): readonly number[] {
  // One pass for all: the bytes as text of one character each.
  const valuesOf = new Map(
    values.flatMap((value) => spellings(value).map((one) => [one.toString('latin1'), value] as const)),
  );
  const escaped = [...valuesOf.keys()].map((text) =>
    text.replace(/./gs, (byte: string) => `\\x${Buffer.from(byte, 'latin1').toString('hex')}`),
  );
  const any = new RegExp(escaped.join('|'), 'g');
  const found = new Set<number | undefined>();
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  const bytes = Buffer.alloc(PIECE + 64);
  try {
    for (const [from, to] of writtenRegions(pid)) {
      for (let at = from; at < to; at += PIECE) {
        const length = readAt(memory, bytes, at, to);
        for (const [text] of bytes.toString('latin1', 0, length).matchAll(any)) found.add(valuesOf.get(text));
      }
    }
  } finally {
    closeSync(memory);
  }
  return values.filter((value) => found.has(value));
}

/** How much was read; nothing of a region that the process has given back meanwhile. */
function readAt(memory: number, bytes: Buffer, at: number, to: number): number {
  try {
    return readSync(memory, bytes, 0, Math.min(bytes.length, to - at), at);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EIO') return 0;
    throw error;
  }
}

/** What of the writable memory is more than reserved. Compiled code is left out: V8 reserves gigabytes for it. */
function writtenRegions(pid: number): readonly (readonly [from: number, to: number])[] {
  const regions = readFileSync(`/proc/${pid}/smaps`, 'utf8').split(/\n(?=[0-9a-f]+-[0-9a-f]+ )/);
  return regions.flatMap((region) => {
    const [, from = '', to = '', rights = ''] = /^([0-9a-f]+)-([0-9a-f]+) (\S+)/.exec(region) ?? [];
    const dirty = [...region.matchAll(/^(?:Private_Dirty|Swap): +(\d+) kB$/gm)].reduce(
      (sum, [, kb]) => sum + Number(kb),
      0,
    );
    return rights.startsWith('rw-') && dirty > 0 ? [[Number.parseInt(from, 16), Number.parseInt(to, 16)] as const] : [];
  });
}

test.skipIf(process.platform !== 'linux')(
  'S32: the memory of the service with all its parties holds no input',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'touchstone-'));
    const server = await startWatched({
      dataDir: join(root, 'data'),
      logLevel: 'trace',
      masterKey: { kind: 'key-file' },
    });
    try {
      const call = async (method: string, path: string, json?: object) => {
        const answer = await server.call(method, `/v1/mpc${path}`, server.admin, json);
        expect(answer.status, answer.text).toBe(200);
        return answer.body;
      };
      const values = [...INPUTS, MAXIMUM];
      const results: unknown[] = [];
      for (const computation of ['sum', 'max']) {
        const made = await call('POST', '/init', { participants: values.length, threshold: 2, computation });
        for (const [i, input] of values.entries()) {
          const participant_id = `p${i + 1}`;
          const encrypted_share = await sealed(sessionIn(made.public_params), participant_id, input);
          await call('POST', `/${made.session_id}/contribute`, { participant_id, encrypted_share });
        }
        results.push((await call('POST', `/${made.session_id}/compute`)).result);
      }
      expect(results).toEqual([SUM, MAXIMUM]);
      // What was opened is found: the search would have found the others too.
      expect(foundInMemory(server.pid, [...values, SUM])).toEqual([MAXIMUM, SUM]);
      expect(values.filter((value) => server.log().includes(String(value)))).toEqual([]);
    } finally {
      await server.lock();
      await server.end();
      const files = readdirSync(join(root, 'data'), { recursive: true, withFileTypes: true });
      const bytes = files.flatMap((file) => (file.isFile() ? readFileSync(join(file.parentPath, file.name)) : []));
      const isKept = (value: number) => spellings(value).some((one) => bytes.some((file) => file.includes(one)));
      expect(INPUTS.filter(isKept)).toEqual([]);
      rmSync(root, { recursive: true, force: true });
    }
  },
);

test('S32: snapshots of the heaps of the parties hold no input', async () => {
  const server = await openTestServer();
  try {
    const token = server.admin;
    const made = await server.call('POST', '/v1/mpc/init', {
      token,
      json: { participants: 3, threshold: 3, computation: 'max' },
    });
    const inputs = [...INPUTS.slice(0, 2), MAXIMUM];
    for (const [i, input] of inputs.entries()) {
      const participant_id = `p${i + 1}`;
      const encrypted_share = await sealed(sessionIn(made.at('public_params')), participant_id, input);
      const json = { participant_id, encrypted_share };
      const path = `/v1/mpc/${made.at('session_id')}/contribute`;
      expect((await server.call('POST', path, { token, json })).status).toBe(200);
    }
    await server.call('POST', `/v1/mpc/${made.at('session_id')}/compute`, { token });
    const threads = server.deps.parties.threads();
    expect(threads).toHaveLength(3);
    for (const thread of threads) {
      const snapshot = await textOf(await numbersToo(thread).getHeapSnapshot({ exposeNumericValues: true }));
      // A word of the program of a party: this is the heap of one.
      expect(snapshot.includes('mpc-party-key')).toBe(true);
      for (const input of inputs.slice(0, 2)) {
        const element = fromInteger(BigInt(input));
        for (const text of [String(Math.abs(input)), String(element), element.toString(16)]) {
          expect(snapshot.includes(text)).toBe(false);
        }
      }
    }
  } finally {
    await server.close();
  }
});

/** The types of Node do not know yet that it takes options. */
function numbersToo(thread: Worker) {
  return thread as unknown as {
    getHeapSnapshot(options: { readonly exposeNumericValues: boolean }): Promise<Readable>;
  };
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}
