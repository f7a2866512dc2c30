import { EventEmitter } from 'node:events';
import {
  chmodSync,
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
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followOutput, openLogFile } from '../src/log-file.ts';

let folder = '';
let echoed: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-log-'));
  echoed = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (turnsAt?: number) =>
  openLogFile(path.join(folder, 'logs'), {
    now: () => 7,
    echo: (line) => echoed.push(line),
    ...(turnsAt === undefined ? {} : { turnsAt }),
  });
const linesOf = (file: string): unknown[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the log of the shell', () => {
  it('keeps lines of JSON, makes lines of everything else, and goes on in the file that is there', () => {
    const log = open();
    log.line('{"level":40,"time":1,"msg":"slow"}');
    log.line('    at somewhere (file:1:2)');
    log.line('{ not JSON');
    log.line('  ');
    log.note('It starts again.');
    const lines = [
      { level: 40, time: 1, msg: 'slow' },
      { level: 50, time: 7, msg: '    at somewhere (file:1:2)' },
      { level: 50, time: 7, msg: '{ not JSON' },
      { level: 30, time: 7, msg: 'It starts again.' },
    ];
    expect(linesOf(log.path)).toEqual(lines);
    expect(echoed.map((line) => JSON.parse(line))).toEqual(lines);
    expect(log.lastMessages()).toEqual(['slow', '    at somewhere (file:1:2)', '{ not JSON']);
    if (process.platform !== 'win32') {
      expect(statSync(log.path).mode & 0o777).toBe(0o600);
      expect(statSync(path.dirname(log.path)).mode & 0o777).toBe(0o700);
    }
    open().note('A second start.');
    expect(linesOf(log.path)).toHaveLength(5);
  });

  it('never takes more than its bound: four files, each as long as they may be', () => {
    const log = open(1_000);
    for (let count = 0; count < 500; count++) log.note(`${count}`);
    const names = readdirSync(path.dirname(log.path)).sort();
    expect(names).toEqual(['server.1.log', 'server.2.log', 'server.3.log', 'server.log']);
    for (const name of names) expect(statSync(path.join(folder, 'logs', name)).size).toBeLessThanOrEqual(1_000);
    expect(linesOf(log.path).at(-1)).toMatchObject({ msg: '499' });
  });

  it('shows five messages, and cuts what is long', () => {
    const log = open();
    for (let count = 0; count < 9; count++) log.line(`${count}${'x'.repeat(20_000)}`);
    expect(log.lastMessages().map((message) => [message[0], message.length])).toEqual(
      ['4', '5', '6', '7', '8'].map((first) => [first, 301]),
    );
    expect(statSync(log.path).size).toBeLessThan(9 * 8_300);
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('goes on where it cannot be written', () => {
    chmodSync(folder, 0o500);
    const log = open();
    log.line('lost');
    expect(existsSync(log.path)).toBe(false);
    expect(log.lastMessages()).toEqual(['lost']);
    chmodSync(folder, 0o700);
  });

  it('goes on where something else stands in its place', () => {
    writeFileSync(path.join(folder, 'logs'), '');
    const log = open();
    log.line('lost');
    expect(log.lastMessages()).toEqual(['lost']);
  });
});

describe('what a process writes', () => {
  it('comes in lines, also after its end, when Electron has taken the listeners off', async () => {
    const child = Object.assign(new EventEmitter(), { stdout: new PassThrough(), stderr: new PassThrough() });
    const lines: string[] = [];
    followOutput(child, { line: (text) => lines.push(text) });
    const euro = Buffer.from('€');
    child.stderr.write(Buffer.concat([Buffer.from('one\ntw'), euro.subarray(0, 1)]));
    child.stderr.write(Buffer.concat([euro.subarray(1), Buffer.from('o\n')]));
    child.stdout.write('y'.repeat(10_000));
    await new Promise((resolve) => setImmediate(resolve));
    expect(lines.map((line) => [line.slice(0, 4), line.length])).toEqual([
      ['one', 3],
      ['tw€o', 4],
      ['yyyy', 10_000],
    ]);
    child.emit('exit', 1);
    for (const stream of [child.stdout, child.stderr]) stream.removeAllListeners();
    // Of a socket: it comes with a later turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    child.stderr.end('its last');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lines.slice(3)).toEqual(['its last']);
  });

  it('is nothing where nothing is piped', () => {
    followOutput(Object.assign(new EventEmitter(), { stdout: null, stderr: null }), { line: () => {} });
  });
});
