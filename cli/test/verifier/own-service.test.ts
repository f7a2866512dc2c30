/** What the service on this machine signed, verified on it through the command line with nothing pinned (decisions 12.18). */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type KeySet, parseKeySet, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { type OwnKeySet, ownServiceText } from '@touchstone/core/keys/own-service.ts';
import { serve } from '@touchstone/server/main.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyStartedFolder } from '../../../server/test/started-folder.ts';
import { documentIn } from '../documents.ts';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';

const AGENTS = '/api/v1/agents';
const HASH = 'ab'.repeat(32);
const PAYLOAD = 'four words to sign';
const NOTE = 'Signed by the service on this machine; others must pin its key set first';

const root = mkdtempSync(path.join(tmpdir(), 'touchstone-own-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** As the server left it. */
const served = path.join(root, 'served');
/** The platform's place for it, so that no option names it. */
const dataDir = path.join(root, 'home', 'touchstone');
const OWN_FILE = path.join(dataDir, 'own-service.json');
const files = {
  receipt: path.join(root, 'r.pqr.json'),
  signature: path.join(root, 's.3key.json'),
  session: path.join(root, 's.pqsession.json'),
};
const KINDS = Object.keys(files) as (keyof typeof files)[];
let published: readonly KeySet[];

beforeAll(async () => {
  await copyStartedFolder(served, 'system');
  const server = await serve({ port: 0, dataDir: served, signals: false, print: () => undefined });
  const ask = async (at: string, body?: object): Promise<string> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${server.adminToken}` };
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${server.url}${at}`, sent);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${at} answered ${answer.status}: ${text}`);
    return text;
  };
  try {
    writeFileSync(files.receipt, await ask('/v1/receipts', { payload: PAYLOAD }));
    writeFileSync(files.signature, await ask('/api/svc-key/sign/3key', { data: PAYLOAD }));
    const name = { name: 'Clerk', canonical_name: 'svc.agent.example.finance.clerk.prod.001', tenant: 'example' };
    const { agent_id } = JSON.parse(await ask(`${AGENTS}/register`, name));
    const { session_id } = JSON.parse(await ask(`${AGENTS}/sessions/start`, { agent_id }));
    const call = { tool_name: 'read', request_hash: HASH, response_hash: HASH };
    await ask(`${AGENTS}/tools/attest`, { agent_id, session_id, ...call });
    await ask(`${AGENTS}/sessions/end`, { session_id });
    writeFileSync(files.session, await ask(`${AGENTS}/sessions/${session_id}/bundle`));
    published = JSON.parse(await ask('/api/svc-key/keys/public')).keysets;
  } finally {
    await server.close();
  }
}, 300_000);
beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  cpSync(path.join(served, 'own-service.json'), OWN_FILE);
});

function run(...args: readonly string[]) {
  const { TOUCHSTONE_DATA_DIR: _, ...env } = process.env;
  const surroundings = { ...env, XDG_DATA_HOME: path.dirname(dataDir), LOCALAPPDATA: path.dirname(dataDir) };
  const { node, pqVerify } = programs();
  return spawnSync(node, [pqVerify, ...args], { env: surroundings, encoding: 'utf8' });
}

function verify(kind: keyof typeof files, ...options: readonly string[]) {
  const data = kind === 'session' ? [] : ['--data', path.join(root, 'payload')];
  writeFileSync(path.join(root, 'payload'), PAYLOAD);
  const { status, stdout, stderr } = run(kind, '--json', ...options, ...data, '--file', files[kind]);
  const report = JSON.parse(stdout);
  return { status, stderr, ...report };
}

const UNTRUSTED = { status: 3, outcome: 'PENDING', code: 'SIGNER_NOT_TRUSTED', trust_source: null };

/** Writes own-service.json with a right checksum. */
function own(sets: readonly OwnKeySet[]): void {
  writeFileSync(OWN_FILE, ownServiceText({ sets }), { mode: 0o600 });
}

const setOf = (use: string): KeySet => {
  const found = published.find((set) => set.use === use);
  if (found === undefined) throw new Error(`no set of use ${use}`);
  return found;
};

/** Keys that the set of a use does not have. */
const otherKeys = (use: string) => setOf(use === 'receipt' ? 'service' : 'receipt').keys;

/** The set with other members, as another edition. */
function edition(keySet: KeySet, changes: Partial<KeySet>): KeySet {
  const { fingerprint: _, ...document } = keySet;
  return sealKeySet({ ...document, ...changes });
}

describe.skipIf(process.platform === 'darwin')('12.18: own-service.json', () => {
  test.each(KINDS)(
    'makes a %s of this machine VERIFIED, with its line, in the default and in a named folder',
    (kind) => {
      for (const options of [[], ['--data-dir', dataDir]]) {
        expect(verify(kind, ...options)).toMatchObject({
          status: 0,
          outcome: 'VERIFIED',
          trust_source: 'own_service',
          trust: { notes: [NOTE] },
        });
      }
      expect(
        run(kind, '--file', files[kind], ...(kind === 'session' ? [] : ['--data', path.join(root, 'payload')])).stdout,
      ).toContain(NOTE);
    },
  );

  test.each(KINDS)('counts nothing with --pinned-only, and without the file: %s', (kind) => {
    expect(verify(kind, '--pinned-only')).toMatchObject(UNTRUSTED);
    rmSync(OWN_FILE);
    expect(verify(kind)).toMatchObject(UNTRUSTED);
  });

  test.skipIf(process.getuid?.() !== 0)('of another user is not believed, nor in a folder of another user', () => {
    for (const name of [OWN_FILE, dataDir]) {
      chownSync(name, 12345, 12345);
      const unlike = verify('receipt');
      expect(unlike).toMatchObject(UNTRUSTED);
      // Why is said beside the outcome.
      expect(unlike.stderr).toBe(`pq-verify: ${OWN_FILE} is ignored: ${name} belongs to another user.\n`);
      expect(verify('receipt', '--data-dir', dataDir)).toMatchObject(UNTRUSTED);
      chownSync(name, 0, 0);
    }
    expect(verify('receipt')).toMatchObject({ status: 0 });
  });

  test('that others may write, or that is a link, is ignored with a word', () => {
    chmodSync(OWN_FILE, 0o666);
    expect(verify('receipt')).toMatchObject({
      ...UNTRUSTED,
      stderr: expect.stringContaining('other users may write to'),
    });
    chmodSync(OWN_FILE, 0o600);
    renameSync(OWN_FILE, `${OWN_FILE}.there`);
    symlinkSync(`${OWN_FILE}.there`, OWN_FILE);
    expect(verify('receipt')).toMatchObject({ ...UNTRUSTED, stderr: expect.stringContaining('is a link') });
  });

  test('that was changed ends the run with exit 2, also with --pinned-only, which needs its order', () => {
    const text = readFileSync(OWN_FILE, 'utf8');
    for (const changed of [text.replace('"state": "current"', '"state": "retired"'), text.slice(0, -9), '{}', '']) {
      writeFileSync(OWN_FILE, changed);
      for (const options of [[], ['--pinned-only']]) {
        const { status, stdout, stderr } = run('receipt', '--json', ...options, '--file', files.receipt);
        expect(status).toBe(2);
        expect(stderr).toContain(OWN_FILE);
        expect(stderr).not.toContain('--help');
        expect(JSON.parse(stdout)).not.toHaveProperty('outcome');
        expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'OWN_SERVICE' } });
      }
    }
  });

  test.each(KINDS)('12.7: --pinned-only does not make current what the service has replaced: %s', (kind) => {
    const use = { receipt: 'receipt', signature: '3key', session: 'service' }[kind];
    const former = setOf(use);
    const latter = edition(former, { keyset_id: 'ks_next', serial: former.serial + 1, keys: otherKeys(use) });
    const given = path.join(root, 'former.pqkeys.json');
    writeFileSync(given, JSON.stringify(former));
    for (const [sets, expected] of [
      [[former], { status: 0, outcome: 'VERIFIED', trust_source: 'given' }],
      [[latter, former], { status: 3, outcome: 'PENDING', code: 'KEY_SUPERSEDED' }],
      [[latter], { status: 3, outcome: 'PENDING', code: 'KEY_SUPERSEDED' }],
    ] as const) {
      own(sets.map((key_set) => ({ key_set, state: 'current' })));
      for (const options of [[], ['--pinned-only']]) {
        expect(verify(kind, '--keys', given, ...options)).toMatchObject(expected);
      }
    }
  });

  test('holds no artifact set, and one that was put in ends the run', () => {
    const stored = JSON.parse(readFileSync(OWN_FILE, 'utf8')) as { readonly sets: readonly OwnKeySet[] };
    expect(published.map(({ use }) => use)).toContain('artifact');
    expect(new Set(stored.sets.map(({ key_set }) => key_set.use))).toEqual(new Set(['service', 'receipt', '3key']));
    const office = parseKeySet(readFileSync(path.join(EXAMPLE_FOLDER, 'keys/demo-office.pqkeys.json')));
    if (!office.ok) throw new Error(office.message);
    const artifact = path.join(EXAMPLE_FOLDER, 'verified.pqv.json');
    expect(() => own([{ key_set: office.keySet, state: 'current' }])).toThrow(RangeError);
    const forged = ownServiceText({
      sets: [{ key_set: edition(office.keySet, { use: 'service' }), state: 'current' }],
    });
    writeFileSync(OWN_FILE, forged);
    expect(run('artifact', '--file', artifact)).toMatchObject({ status: 3 });
    writeFileSync(OWN_FILE, forged.replace('"use": "service"', '"use": "artifact"'));
    expect(run('artifact', '--file', artifact)).toMatchObject({ status: 2, stdout: '' });
  });
});

test('12.18: touchstone keys service prints the sets and writes them for others', () => {
  const exported = path.join(root, 'service.pqkeys.json');
  const { node, touchstone } = programs();
  const args = [touchstone, 'keys', 'service', '--data-dir', served, '--out', exported];
  const shown = spawnSync(node, args, { encoding: 'utf8' });
  expect(shown).toMatchObject({ status: 0, stderr: '' });
  for (const use of ['service', 'receipt', '3key', 'artifact']) expect(shown.stdout).toContain(setOf(use).fingerprint);
  const json = spawnSync(node, [touchstone, 'keys', 'service', '--data-dir', served, '--json'], { encoding: 'utf8' });
  expect(documentIn('commands/keys-service', json.stdout)).toMatchObject({ data_dir: served });
  rmSync(OWN_FILE);
  for (const kind of KINDS) {
    expect(verify(kind, '--keys', exported)).toMatchObject({ status: 0, outcome: 'VERIFIED', trust_source: 'given' });
  }
});

describe.skipIf(process.platform === 'darwin')(
  '12.7: a folder whose service rotated twice in one day before editions',
  () => {
    const twins = (use: 'receipt' | 'service') => {
      const former = setOf(use);
      const latter = edition(former, {
        keyset_id: 'ks_twin',
        serial: 2,
        keys: otherKeys(use),
      });
      expect(latter.not_before).toBe(former.not_before);
      return { former, latter };
    };
    const others = () => published.filter(({ use }) => use === 'service' || use === '3key');

    test('holds two editions of one beginning: what the former signed is Inconclusive, never invalid', () => {
      const { former, latter } = twins('receipt');
      own([
        { key_set: latter, state: 'current' },
        { key_set: former, state: 'retired' },
        ...others().map((key_set) => ({ key_set, state: 'current' as const })),
      ]);
      expect(verify('receipt')).toMatchObject({ status: 3, outcome: 'PENDING', code: 'KEY_SUPERSEDED' });
      expect(verify('signature')).toMatchObject({ status: 0 });
      own([{ key_set: former, state: 'retired' }]);
      expect(verify('receipt')).toMatchObject({ status: 0, outcome: 'VERIFIED' });
    });

    test('and what the latter signed is Verified', () => {
      const { former, latter } = twins('receipt');
      const before = edition(latter, { serial: 1 });
      own([
        { key_set: edition(former, { serial: 2 }), state: 'current' },
        { key_set: before, state: 'retired' },
      ]);
      expect(verify('receipt')).toMatchObject({ status: 0, outcome: 'VERIFIED' });
    });

    test('the same holds for a session', () => {
      const { former, latter } = twins('service');
      own([
        { key_set: latter, state: 'current' },
        { key_set: former, state: 'retired' },
      ]);
      expect(verify('session')).toMatchObject({ status: 3, outcome: 'PENDING', code: 'KEY_SUPERSEDED' });
    });
  },
);
