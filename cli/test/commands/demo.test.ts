/** `touchstone demo`: what it makes, and what it leaves alone. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agents } from '@touchstone/core/api/agents/agents.ts';
import { approvals } from '@touchstone/core/api/agents/approvals.ts';
import { sessions } from '@touchstone/core/api/agents/sessions.ts';
import { createClient } from '@touchstone/core/api/client.ts';
import { biometric } from '@touchstone/core/api/crypto/biometric.ts';
import { mpc } from '@touchstone/core/api/crypto/mpc.ts';
import { search } from '@touchstone/core/api/crypto/search.ts';
import { commerce } from '@touchstone/core/api/privacy/commerce.ts';
import { privacy } from '@touchstone/core/api/privacy/privacy.ts';
import { serve } from '@touchstone/server/main.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PQ_VERIFY, runCommand, TOUCHSTONE } from '../agents-service.ts';

let root: string;
let folder: string;
let made: Awaited<ReturnType<typeof demo>>;

const { TOUCHSTONE_DATA_DIR: _, ...ENV } = process.env;
const env = Object.fromEntries(Object.entries(ENV).map(([name, value]) => [name, value ?? '']));
const demo = (...args: readonly string[]) => runCommand(TOUCHSTONE, ['demo', ...args], env);

beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
  folder = path.join(root, 'demo');
  made = await demo('agents', '--data-dir', folder, '--fill-only');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('the demonstration', () => {
  test('says in a line for each what it made, and what is broken on purpose', () => {
    expect(made.status).toBe(0);
    const lines = made.stdout.trim().split('\n');
    expect(lines).toHaveLength(8);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^ags_[0-9a-f]+ {2}[A-Z]/);
    expect(lines.filter((line) => line.includes('Broken on purpose'))).toHaveLength(1);
    expect(lines.at(-1)).toMatch(/^Look at it with: npx touchstone serve --open /);
  });

  test('holds what an agent can meet: only the chain that was broken on purpose does not hold', async () => {
    const server = await serve({
      port: 0,
      dataDir: folder,
      signals: false,
      logLevel: 'silent',
      print: () => undefined,
    });
    try {
      const client = createClient(
        { agents: { agents, sessions, approvals } },
        { baseUrl: server.url ?? '', token: server.adminToken, fetch, timeoutMs: 120_000 },
      ).agents;
      const { items } = await client.sessions.list({ query: { limit: 100 } });
      expect(items.map(({ state }) => state).sort()).toEqual([...Array(6).fill('ended'), 'open']);
      expect(items.filter(({ parent_session_id }) => parent_session_id !== null)).toHaveLength(2);
      const broken = made.stdout.split('\n').find((line) => line.includes('Broken on purpose')) ?? '';
      for (const { session_id, state } of items) {
        const verdict = await client.sessions.verify({ params: { id: session_id } });
        expect([session_id, verdict.intact]).toEqual([session_id, !broken.startsWith(session_id)]);
        expect(verdict.sealed).toBe(state === 'ended');
      }
      const kinds = new Set<string>();
      for (const { session_id } of items) {
        const nodes = await client.sessions.nodes({ params: { id: session_id }, query: { limit: 200 } });
        for (const { action_type, details } of nodes.items) {
          kinds.add(action_type.split(':')[0] ?? '');
          if (details.status !== undefined) kinds.add(details.status);
          if (details.imported !== undefined) kinds.add('imported');
          if (details.violation !== undefined) kinds.add('violation');
        }
      }
      const expected = [
        'tool',
        'policy',
        'exposure',
        'memory.checkpoint',
        'session.delegate',
        'approval.decide',
        'imported',
        'violation',
      ];
      const outcomes = ['success', 'failure', 'timeout', 'denied', 'pending', 'clean', 'exposed'];
      for (const kind of [...expected, ...outcomes]) expect(kinds).toContain(kind);
      const states = (await client.approvals.list({ query: {} })).items.map(({ state }) => state);
      expect(states.sort()).toEqual(['approved', 'denied', 'pending']);
      expect((await client.agents.list({ query: {} })).items.map(({ name }) => name)).toContain('Broken on purpose');
    } finally {
      await server.close();
    }
  });

  test('is not made again over itself unless that is wanted', async () => {
    const before = readFileSync(path.join(folder, 'demo.json'), 'utf8');
    expect(await demo('agents', '--data-dir', folder, '--fill-only')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--replace'),
    });
    const server = await serve({
      port: 0,
      dataDir: folder,
      signals: false,
      logLevel: 'silent',
      print: () => undefined,
    });
    const running = await demo('agents', '--data-dir', folder, '--fill-only', '--replace');
    await server.close();
    expect(running).toMatchObject({ status: 2, stderr: expect.stringContaining('Another Touchstone server') });
    expect(readFileSync(path.join(folder, 'demo.json'), 'utf8')).toBe(before);
  });
});

describe('the demonstration of encrypted computation, in the place of another one', () => {
  let before: string;
  let shown: Awaited<ReturnType<typeof demo>>;
  const fileOf = (name: string) => path.join(folder, 'demo-compute', name);

  beforeAll(async () => {
    before = readFileSync(path.join(folder, 'demo.json'), 'utf8');
    shown = await demo('compute', '--data-dir', folder, '--fill-only', '--replace');
  });

  test('is made anew where that is wanted', () => {
    expect(shown).toMatchObject({ status: 0 });
    expect(readFileSync(path.join(folder, 'demo.json'), 'utf8')).not.toBe(before);
  });

  test('says every result beside the one in clear, what is simulated, and what was not shown', () => {
    const results = [...shown.stdout.matchAll(/^(\w+) .*: (.+)\. In clear: (.+)\.$/gm)];
    expect(results.map(([, what]) => what)).toEqual([
      ...['Multiplied', 'Averaged', 'Recognised', 'Found', 'Found', 'Scored', 'Together'],
    ]);
    for (const [, what, encrypted, inClear] of results) {
      // Confidence and score are rounded, and say so.
      if (what !== 'Recognised' && what !== 'Scored') expect([what, encrypted]).toEqual([what, inClear]);
    }
    expect(shown.stdout).toContain('1680, 720, -504');
    expect(shown.stdout).toMatch(/^Advised {6}.* bits of at most \d+; /m);
    expect(shown.stdout).toMatch(/^ +The server saw the words of the query and decrypted no document\./m);
    expect(shown.stdout.match(/simulated/g)).toHaveLength(4);
    expect(shown.stdout).toContain('Not shown: that the operator of a service cannot read.');
  });

  test('leaves a transcript that pq-verify judges the same, and that names no input', async () => {
    const verified = (...args: readonly string[]) =>
      runCommand(PQ_VERIFY, ['statement', ...args], { ...env, TOUCHSTONE_DATA_DIR: root });
    const keys = ['--keys', fileOf('service.pqkeys.json')];
    expect(await verified(...keys, fileOf('average.pqst.json'))).toMatchObject({ status: 0 });
    expect(await verified(fileOf('average.pqst.json'))).toMatchObject({ status: 3 });
    expect(await verified(...keys, fileOf('average-changed.pqst.json'))).toMatchObject({ status: 1 });
    expect(readFileSync(fileOf('average.pqst.json'), 'utf8')).not.toMatch(/\b(4100|6400)\b/);
  });

  test('leaves encrypted documents, a template and a computed session for the console', async () => {
    const server = await serve({
      port: 0,
      dataDir: folder,
      signals: false,
      logLevel: 'silent',
      print: () => undefined,
    });
    try {
      const connection = { baseUrl: server.url ?? '', token: server.adminToken, fetch, timeoutMs: 120_000 };
      const { crypto } = createClient({ crypto: { biometric, mpc, search } }, connection);
      expect((await crypto.mpc.list({ query: {} })).items).toMatchObject([{ state: 'computed', contributions: 3 }]);
      expect((await crypto.biometric.users({ query: {} })).items).toMatchObject([{ user_id: 'ada' }]);
      const { items } = await crypto.search.list({ query: {} });
      expect(items.map(({ index_type, documents }) => [index_type, documents])).toEqual([
        ['keyword', 4],
        ['ckks_similarity', 3],
      ]);
    } finally {
      await server.close();
    }
  });
});

describe('the demonstration of proofs', () => {
  let proofs: string;
  let shown: Awaited<ReturnType<typeof demo>>;
  const fileOf = (name: string) => path.join(proofs, 'demo-proofs', name);
  const verified = (...args: readonly string[]) => runCommand(PQ_VERIFY, args, { ...env, TOUCHSTONE_DATA_DIR: root });

  beforeAll(async () => {
    proofs = path.join(root, 'proofs');
    shown = await demo('proofs', '--data-dir', proofs, '--fill-only');
  });

  test('says what was shown, what is false, and what was not shown', () => {
    expect(shown).toMatchObject({ status: 0 });
    expect(shown.stdout.match(/^Proven {7}/gm)).toHaveLength(4);
    expect(shown.stdout.match(/^Not proven {3}/gm)).toHaveLength(1);
    expect(shown.stdout.match(/^Verified {5}/gm)).toHaveLength(6);
    expect(shown.stdout).toMatch(/^Failed {7}age-changed\.pqp\.json/m);
    expect(shown.stdout).toContain('The second payment was refused.');
    expect(shown.stdout).toMatch(/\nGrade [A-F][+-]? /);
    expect(shown.stdout).toContain('Not shown: that the values are true.');
  });

  test('leaves files that pq-verify judges the same, and that name no hidden value', async () => {
    const keysFile = fileOf('service.pqkeys.json');
    for (const name of ['age', 'jurisdiction', 'balance', 'portfolio'].map((claim) => `${claim}.pqp.json`)) {
      expect(await verified('proof', '--keys', keysFile, fileOf(name))).toMatchObject({ status: 0 });
      expect(readFileSync(fileOf(name), 'utf8')).not.toMatch(/1990-05-17|demo:trader|demo:treasury/);
      expect(await verified('proof', fileOf(name))).toMatchObject({ status: 3 });
    }
    expect(await verified('proof', '--keys', keysFile, fileOf('age-changed.pqp.json'))).toMatchObject({ status: 1 });
    expect(await verified('grade', '--keys', keysFile, fileOf('sample.pqgrade.json'))).toMatchObject({ status: 0 });
    expect(await verified('invoice', fileOf('invoice.txt'))).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('USD 49.99'),
    });
  });

  test('leaves proofs and the paid invoice for the console', async () => {
    const server = await serve({
      port: 0,
      dataDir: proofs,
      signals: false,
      logLevel: 'silent',
      print: () => undefined,
    });
    try {
      const api = { privacy: { privacy, commerce } };
      const connection = { baseUrl: server.url ?? '', token: server.adminToken, fetch, timeoutMs: 120_000 };
      const client = createClient(api, connection);
      expect((await client.privacy.privacy.list({ query: {} })).items).toHaveLength(5);
      const { items } = await client.privacy.commerce.list({ query: {} });
      expect(items.map(({ status, amount_cents }) => [status, amount_cents])).toEqual([['settled', 4_999]]);
    } finally {
      await server.close();
    }
  });
});

describe('what is no demonstration', () => {
  test('is left alone, with and without --replace', async () => {
    const other = path.join(root, 'other');
    mkdirSync(other);
    writeFileSync(path.join(other, 'touchstone.db'), 'somebody works with this');
    for (const mark of ['{}', '{"format":"touchstone-demo/v2"}', 'demo']) {
      writeFileSync(path.join(other, 'demo.json'), mark);
      for (const more of [[], ['--replace']]) {
        expect(await demo('agents', '--data-dir', other, '--fill-only', ...more)).toMatchObject({
          status: 2,
          stdout: '',
        });
      }
    }
    expect(readdirSync(other).sort()).toEqual(['demo.json', 'touchstone.db']);
    const file = path.join(root, 'file');
    writeFileSync(file, '');
    expect(await demo('agents', '--data-dir', file, '--fill-only')).toMatchObject({ status: 2 });
  });

  test('a wrong command line is refused; --help explains', async () => {
    expect(await demo()).toMatchObject({ status: 2 });
    expect(await demo('others')).toMatchObject({ status: 2 });
    expect(await demo('agents', '--port', 'x')).toMatchObject({ status: 2 });
    expect(await demo('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--fill-only') });
  });
});
