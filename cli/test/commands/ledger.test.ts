/** `touchstone ledger verify` as a person calls it: on a data folder, on an exported file. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { LEDGER_EXPORT_FORMAT } from '@touchstone/core/ledger/export.ts';
import { readBlocks } from '@touchstone/server/ledger/local-ledger.ts';
import { openService, type Service } from '@touchstone/server/service.ts';
import { write } from '@touchstone/server/store/engine.ts';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildChain, newSigner } from '../../../core/test/ledger/chain.ts';
import { documentIn } from '../documents.ts';

const TOUCHSTONE = fileURLToPath(new URL('../../bin/touchstone.mjs', import.meta.url));

/** Words of `--json`, not for people. */
const MACHINE_WORDS = /VERIFIED|FAILED|PENDING|not_performed|not performed|_roots|_time/;

let root: string;
let sound: string;
let data: string;
let keys: string;
let file: string;
let service: Service;

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
  sound = path.join(root, 'sound');
  data = path.join(root, 'data');
  keys = path.join(root, 'service.pqkeys.json');
  file = path.join(root, 'ethereum.pqledger.json');
  service = await openService({
    dataDir: sound,
    log: pino({ level: 'silent' }),
    masterKey: { kind: 'key-file' },
    anonymousKeys: true,
    consoleDir: null,
    checkAnswers: false,
    allowedHosts: () => new Set(),
    onStartTokenSpent: () => undefined,
    sweeps: [],
  });
  const { db, chains, keySets } = service.deps;
  for (let n = 1; n <= 3; n++) {
    await write(db, (transaction) =>
      chains.get('ethereum').anchor(transaction, 'document', String(n).padStart(64, '0')),
    );
    await chains.makeBlocks();
  }
  writeFileSync(keys, JSON.stringify((await keySets.verifying('service'))[0]));
  writeExport(file, await readBlocks(db, 'ethereum', 1, 10));
  await service.close();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(data, { recursive: true, force: true });
  cpSync(sound, data, { recursive: true });
});

function writeExport(name: string, blocks: readonly object[]): void {
  const document = {
    format: LEDGER_EXPORT_FORMAT,
    network: 'embedded:ethereum',
    ledger_id: service.deps.chains.origin.id,
    exported_at: '2026-04-01T12:00:00.000Z',
    tip: 3,
    blocks,
  };
  writeFileSync(name, JSON.stringify(document));
}

function ledger(...args: readonly string[]) {
  const { TOUCHSTONE_DATA_DIR: _, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOUCHSTONE, 'ledger', ...args], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout, stderr };
}

const inFolder = (...more: readonly string[]) => ledger('verify', '--data-dir', data, ...more);
const inFile = (...more: readonly string[]) =>
  ledger('verify', '--data-dir', path.join(root, 'none'), '--file', ...more);

describe('a data folder', () => {
  test('12.17: that is sound: all ten chains, and what was not checked', () => {
    const { status, stdout, stderr } = inFolder();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.match(/^Verified {2}embedded:/gm)).toHaveLength(10);
    expect(stdout).toContain('embedded:ethereum: 3 blocks, 3 anchors');
    expect(stdout).toMatch(/head +block 3, [0-9a-f]{64}/);
    expect(stdout).toContain('not checked  independent time, cut tail');
    const { results } = documentIn('commands/ledger-verify', inFolder('--json').stdout);
    expect(results).toHaveLength(10);
    expect(results[1]).toMatchObject({ network: 'embedded:ethereum', outcome: 'VERIFIED', blocks: 3, broken_at: null });
    expect(results[1].checks).toContainEqual(
      expect.objectContaining({ id: 'independent_time', status: 'not_performed' }),
    );
  });

  test.each([
    ['changed', ["UPDATE ledger_anchors SET kind = 'privacy' WHERE position = 2"], 2, 'STORED'],
    ['removed', ['DELETE FROM ledger_blocks WHERE height = 2'], 2, 'HEIGHT'],
    [
      'reordered',
      [
        'UPDATE ledger_blocks SET height = 9 WHERE height = 1',
        'UPDATE ledger_blocks SET height = 1 WHERE height = 2',
        'UPDATE ledger_blocks SET height = 2 WHERE height = 9',
      ],
      1,
      'STORED',
    ],
  ] as const)('with a block that was %s is broken there', (_what, sql, height, fault) => {
    const sqlite = new DatabaseSync(path.join(data, 'touchstone.db'), { enableForeignKeyConstraints: false });
    for (const text of sql) sqlite.exec(text);
    sqlite.close();
    const found = inFolder();
    expect(found.status).toBe(1);
    expect(found.stdout).toMatch(/^Failed {2}embedded:ethereum/m);
    expect(found.stdout).not.toMatch(MACHINE_WORDS);
    expect(found.stdout).toContain(`Block ${height}:`);
    const { results } = documentIn('commands/ledger-verify', inFolder('--json').stdout);
    expect(results[1]).toMatchObject({ outcome: 'FAILED', broken_at: height, fault });
    expect(results[0]).toMatchObject({ outcome: 'VERIFIED' });
  });

  test('that is none is refused', () => {
    expect(ledger('verify', '--data-dir', path.join(root, 'none'))).toMatchObject({ status: 2, stdout: '' });
    const unreadable = path.join(data, 'touchstone.db');
    writeFileSync(
      unreadable,
      'this is no database, only some text that is long enough to be read as one, and then more',
    );
    for (const suffix of ['-wal', '-shm']) rmSync(unreadable + suffix, { force: true });
    expect(inFolder()).toMatchObject({ status: 4, stdout: '' });
  });
});

describe('an exported file', () => {
  test('holds under the keys of the service; without them nobody vouches for it', () => {
    expect(inFile(file, '--keys', keys)).toMatchObject({ status: 0, stderr: '' });
    const alone = inFile(file);
    expect(alone.status).toBe(3);
    expect(alone.stdout).toMatch(/^Inconclusive, SIGNER_NOT_TRUSTED {2}embedded:ethereum: \d+ blocks, 3 anchors$/m);
    expect(alone.stdout).toMatch(
      /^ {2}waiting +signatures: \d+ blocks: the key set that signed is not trusted here\.$/m,
    );
    expect(alone.stdout).not.toMatch(MACHINE_WORDS);
  });

  test("S41: whose blocks lie ahead of this computer's clock is Inconclusive, TIME_AHEAD, and not broken", async () => {
    const signer = await newSigner();
    const created_at = new Date(Date.now() + 3_600_000).toISOString();
    const ahead = path.join(root, 'ahead.pqledger.json');
    writeExport(ahead, await buildChain(signer, [1, 1], (header) => ({ ...header, created_at })));
    const set = path.join(root, 'ahead.pqkeys.json');
    writeFileSync(set, JSON.stringify(signer.keySet));
    const { status, stdout } = inFile(ahead, '--keys', set);
    expect(status).toBe(3);
    expect(stdout).toMatch(/^Inconclusive, TIME_AHEAD {2}embedded:ethereum: 2 blocks, 2 anchors$/m);
    const { results } = documentIn('commands/ledger-verify', inFile(ahead, '--keys', set, '--json').stdout);
    expect(results).toMatchObject([{ outcome: 'PENDING', code: 'TIME_AHEAD', broken_at: null, blocks: 2 }]);
  });

  test('12.6, 12.18: names the key set that signed and where it came from, with the line of an own service', () => {
    const given = inFile(file, '--keys', keys).stdout;
    expect(given).toMatch(
      /^ {2}key set +\S+, edition 1, fingerprint [0-9a-f]{64} \(given for this check: .*pqkeys\.json\)$/m,
    );
    expect(given).not.toContain('note');
    const own = ledger('verify', '--data-dir', data, '--file', file);
    expect(own.status).toBe(0);
    expect(own.stdout).toMatch(/^ {2}key set .*\(own service\)$/m);
    expect(own.stdout).toContain('Signed by the service on this machine; others must pin its key set first');
    const { results } = documentIn(
      'commands/ledger-verify',
      ledger('verify', '--data-dir', data, '--file', file, '--json').stdout,
    );
    expect(results).toMatchObject([{ trust_source: 'own_service', trust: { key_sets: [{ use: 'service' }] } }]);
  });

  test('that begins later holds as a part, and says so', () => {
    const part = path.join(root, 'part.pqledger.json');
    writeExport(part, JSON.parse(readFileSync(file, 'utf8')).blocks.slice(1));
    const { status, stdout } = inFile(part, '--keys', keys);
    expect(status).toBe(0);
    expect(stdout).toContain('not checked  earlier blocks, independent time, cut tail');
  });

  test('with a change fails at its block', () => {
    const changed = path.join(root, 'changed.pqledger.json');
    const { blocks } = JSON.parse(readFileSync(file, 'utf8'));
    blocks[1].anchors[0].commitment = 'f'.repeat(64);
    writeExport(changed, blocks);
    const { results } = documentIn('commands/ledger-verify', inFile(changed, '--keys', keys, '--json').stdout);
    expect(results).toMatchObject([{ outcome: 'FAILED', broken_at: 2, fault: 'ROOT' }]);
    writeExport(changed, [blocks[0], blocks[2]]);
    expect(inFile(changed, '--keys', keys).status).toBe(1);
  });

  test('that is none, and a wrong command line, are refused', () => {
    expect(inFile(keys)).toMatchObject({ status: 2, stderr: expect.stringContaining('format') });
    expect(inFile(path.join(root, 'nowhere'))).toMatchObject({ status: 2 });
    expect(ledger('verify', '--keys', keys)).toMatchObject({ status: 2 });
    expect(ledger('verify', '--nonsense')).toMatchObject({ status: 2 });
    expect(ledger('shorten')).toMatchObject({ status: 2 });
    expect(ledger()).toMatchObject({ status: 2 });
    expect(ledger('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('pqledger') });
  });
});
