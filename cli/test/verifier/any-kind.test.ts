/** One command for every kind of file (decisions 12.3, 12.19, 12.20), and no run that ends before its last file (S39). */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { documentIn } from '../documents.ts';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-any-kind-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const example = (name: string) => path.join(EXAMPLE_FOLDER, name);
const inside = (name: string) => path.join(folder, name);
const KEYS = ['--keys', example('keys'), '--keys', example('receipts'), '--keys', example('sessions')];

function run(args: readonly string[], input?: string | Uint8Array) {
  const { node, pqVerify } = programs();
  const env = { ...process.env, TOUCHSTONE_DATA_DIR: folder };
  return spawnSync(node, [pqVerify, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 60_000,
    ...(input === undefined ? {} : { input }),
  });
}

const KINDS = [
  ['artifact', 'verified.pqv.json'],
  ['receipt', 'receipts/verified.pqr.json'],
  ['session', 'sessions/verified.pqs.json'],
  ['node', 'sessions/verified.pqnode.json'],
  ['log', 'sessions/verified.pqlog.json'],
] as const;

it('--only-noble comes to the same verdict', () => {
  const [usual, noble] = [[], ['--only-noble']].map((more) => {
    const { status, stdout } = run(['--json', ...more, ...KEYS, example('verified.pqv.json')]);
    // The clock went on between the two.
    return { status, report: stdout.replaceAll(/20[\d-]+T[\d:.]+Z/g, '') };
  });
  expect(noble?.status).toBe(0);
  expect(noble).toEqual(usual);
});

it.each(KINDS)('12.19: %s is recognised by its content, whatever its name, and from standard input', (kind, name) => {
  const bytes = readFileSync(example(name));
  writeFileSync(inside('some.thing'), bytes);
  for (const [args, input] of [
    [[inside('some.thing')], undefined],
    [['-'], bytes],
    [['--file', '-'], bytes],
  ] as const) {
    const { status, stdout } = run(['--json', ...KEYS, ...args], input);
    expect(JSON.parse(stdout)).toMatchObject({ schema: 'svc-verification/v1', kind, outcome: 'VERIFIED' });
    expect(status).toBe(0);
  }
});

it.skipIf(process.platform === 'win32')('JSON shows at a terminal what cannot be seen in a name', () => {
  const name = 'exe.\u202enosj\u0007';
  writeFileSync(inside(name), '{}');
  for (const files of [[name], [name, name], [`${name}.none`]]) {
    const { stdout } = run(['--json', '--', ...files.map(inside)]);
    expect(stdout).toContain('exe.\\u202enosj\\u0007');
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{C}/u);
    expect(JSON.stringify(JSON.parse(stdout))).toContain('\u202e');
  }
});

it('12.19: a named command says which command fits', () => {
  for (const [kind, name] of KINDS) {
    const other = kind === 'receipt' ? 'artifact' : 'receipt';
    const { status, stdout } = run([other, example(name)]);
    expect([status, stdout]).toEqual([2, expect.stringContaining(`use pq-verify ${kind}.`)]);
  }
});

it.each([
  ['a key set', 'keys/demo-office.pqkeys.json', 'key sets are given with --keys'],
  ['a saved answer of key sets', { keysets: [] }, 'key sets are given with --keys'],
  ['a revocation', { kind: 'svc-revocation/v1', keyset_fingerprint: '00', kids: [], revoked_at: '' }, '--revocations'],
  ['a trust store', { key_sets: [], revocations: [] }, '--data-dir'],
  ['an answer about an invoice', { invoice_id: 'inv_0', payment_url: '/pay/' }, 'pq-verify invoice'],
  [
    'an answer about a claim without its proof',
    { commitment: '00', claim_satisfied: true, attestation_type: 'age_threshold' },
    '?include=proof',
  ],
  ['a text', 'README.md', 'not a JSON file'],
  ['a text beside all kinds', 'README.md', 'code grades in .pqgrade.json'],
] as const)('12.3: %s among the files is Unreadable and never used for trust', (_, content, said) => {
  const text = typeof content === 'string' ? readFileSync(example(content)) : JSON.stringify(content);
  writeFileSync(inside('x.pqv.json'), text);
  const { status, stdout } = run([inside('x.pqv.json'), example('verified.pqv.json')]);
  expect(stdout).toContain(said);
  expect(stdout).not.toMatch(/^Verified/m);
  expect(status).toBe(2);
});

it.each(['http://127.0.0.1:7433', ''])(
  'a payment link at %j is told from other text, and names its command',
  (origin) => {
    writeFileSync(inside('u.txt'), `${origin}/pay/${'0a'.repeat(32)}#${'A'.repeat(43)}\n`);
    const { status, stdout } = run([inside('u.txt'), example('verified.pqv.json')]);
    expect([status, stdout]).toEqual([2, expect.stringContaining('pq-verify invoice --file FILE')]);
  },
);

it('12.3, verdict M4, M5: in a folder all kinds are judged, others are listed as skipped, reasons stand below', () => {
  const inbox = inside('inbox');
  mkdirSync(inbox);
  for (const [, name] of KINDS) copyFileSync(example(name), path.join(inbox, path.basename(name)));
  copyFileSync(example('keys/demo-office.pqkeys.json'), path.join(inbox, '0.pqkeys.json'));
  writeFileSync(path.join(inbox, 'notes.txt'), 'x');
  writeFileSync(path.join(inbox, 'x.deb.pqrelease.json'), '{}');
  writeFileSync(path.join(inbox, 'bad.pqr.json'), '{');
  const { status, stdout } = run(['--json', inbox]);
  const { schema, results, skipped, summary } = documentIn('verification', stdout);
  expect({ schema, total: summary.total, status }).toEqual({ schema: 'svc-verification/v1', total: 6, status: 2 });
  expect(results.map(({ outcome }: { outcome: string }) => outcome)).not.toContain('VERIFIED');
  expect(skipped).toEqual([
    { path: path.join(inbox, '0.pqkeys.json'), reason: 'key sets are given with --keys' },
    { path: path.join(inbox, 'notes.txt'), reason: 'no kind of file that pq-verify looks for has this ending' },
    {
      path: path.join(inbox, 'x.deb.pqrelease.json'),
      reason: 'release manifests are verified by the desktop app, Update from a file',
    },
  ]);
  const listing = run([...KEYS, inbox]).stdout;
  expect(listing).toMatch(
    /Verified \(demo\).*verified\.pqv\.json {2}\(not checked: revocation, evidence files, independent time\)/,
  );
  expect(listing).toMatch(/Unreadable, FORMAT.*bad\.pqr\.json\n {4}\S/);
  expect(listing).toMatch(/Skipped.*0\.pqkeys\.json {2}\(key sets are given with --keys\)/);
  mkdirSync(inside('empty'));
  expect(run([inside('empty')]).stdout).toContain('The folder holds no *.pqv.json, no *.pqr.json');
});

it('12.20, verdict M6: a wrong command line under --json is a document too', () => {
  for (const args of [
    ['--json'],
    ['--json', '--keys', 'missing', 'x'],
    ['artifact', '--json', '--jobs', '0', 'x'],
    ['--json', 'a.json', '--json'],
  ]) {
    const { status, stdout, stderr } = run(args);
    expect(status).toBe(2);
    expect(documentIn('verification', stdout)).toEqual({
      schema: 'svc-verification/v1',
      error: { code: 'COMMAND_LINE', message: expect.any(String) },
    });
    expect(stderr).toContain('pq-verify: ');
  }
  expect(run(['--jobs', '0', 'x']).stdout).toBe('');
});

it('12.20: a flag with a value is refused by its name, and --json=yes asks for a document', () => {
  const receipt = example('receipts/verified.pqr.json');
  for (const args of [['--json=yes'], ['--json='], ['receipt', '--json=false', '--file']]) {
    const { status, stdout, stderr } = run([...args, receipt]);
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { message: '--json takes no value.' } });
    expect(stderr).toContain('--json takes no value.');
  }
  expect(run(['--pinned-only=yes', receipt])).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('--pinned-only takes no value.'),
  });
});

it('12.16, verdict M1, M2: what was not looked at stands by name', () => {
  const receipt = run([...KEYS, example('receipts/verified.pqr.json')]);
  expect(receipt.status).toBe(0);
  expect(receipt.stdout).toMatch(/^Payload: +not compared$/m);
  expect(receipt.stdout).toMatch(/^Not checked: payload, revocation, independent time$/m);
  const json = JSON.parse(run(['--json', ...KEYS, example('verified.pqv.json')]).stdout);
  expect(json.not_checked).toEqual(['revocation', 'evidence files', 'independent time']);
});

it('S39, agents HIGH 1: a seal whose time was altered is Failed, and the rest of the folder is judged', () => {
  const inbox = inside('sealed');
  mkdirSync(inbox);
  const bundle = JSON.parse(readFileSync(example('sessions/verified.pqs.json'), 'utf8'));
  bundle.seal.receipt.issued_at = '2026-01-02T03:04:05.000Z';
  writeFileSync(path.join(inbox, 'a.pqs.json'), JSON.stringify(bundle));
  for (const name of ['b', 'c'])
    copyFileSync(example('sessions/verified.pqs.json'), path.join(inbox, `${name}.pqs.json`));
  const { status, stdout } = run(['--json', ...KEYS, inbox]);
  const { results } = documentIn('verification', stdout);
  expect(results.map(({ outcome, code }: { outcome: string; code?: string }) => [outcome, code])).toEqual([
    ['FAILED', 'ISSUED_AT_MISMATCH'],
    ['VERIFIED', undefined],
    ['VERIFIED', undefined],
  ]);
  expect(status).toBe(1);
});

it.skipIf(process.platform === 'win32')(
  'verdict L6: a pipe into which nothing writes does not hold the run',
  async () => {
    spawnSync('mkfifo', [inside('pipe')]);
    expect(run([inside('pipe')])).toMatchObject({
      status: 2,
      stdout: expect.stringContaining('into which nothing writes'),
    });
    // One that a program writes is read to its end, also where that program begins late.
    const late = spawn('sh', ['-c', 'sleep 0.5; cat "$0" > "$1"', example('verified.pqv.json'), inside('pipe')]);
    expect(run([...KEYS, inside('pipe')]).status).toBe(0);
    late.kill();
  },
);
