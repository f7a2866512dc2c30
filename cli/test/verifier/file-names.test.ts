/** What a shell puts where a glob stands: names of files, whatever they spell (decisions 12.1 to 12.3). */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXAMPLE_FOLDER, programs } from '../programs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-file-names-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GENUINE = path.join(EXAMPLE_FOLDER, 'keys/demo-office.pqkeys.json');
/** Of another office, which signed none of these files. */
const FOREIGN = path.join(EXAMPLE_FOLDER, 'keys/demo-shake-office.pqkeys.json');

beforeAll(() => mkdirSync(path.join(folder, 'none')));

let made = 0;

/** A new folder with an artifact of the office whose keys are those of `keys`, and nothing that a person trusts. */
function inbox(keys = GENUINE): { readonly inside: string; run(...args: string[]): ReturnType<typeof start> } {
  const inside = path.join(folder, `inbox-${made++}`);
  mkdirSync(inside);
  copyFileSync(path.join(EXAMPLE_FOLDER, 'verified.pqv.json'), path.join(inside, 'fake.pqv.json'));
  copyFileSync(keys, path.join(inside, '.k'));
  return { inside, run: (...args) => start(inside, args) };
}

function start(cwd: string, args: readonly string[]) {
  const env = { ...process.env, TOUCHSTONE_DATA_DIR: path.join(folder, 'none') };
  const { pqVerify } = programs();
  const line = args.map((arg) => (arg === '*' || arg.endsWith('/*') ? arg : `'${arg}'`)).join(' ');
  const command = `exec "$0" "$1" ${line}`;
  return spawnSync('sh', ['-c', command, process.execPath, pqVerify], { cwd, env, encoding: 'utf8' });
}

describe.skipIf(process.platform === 'win32')('a glob', () => {
  it.each([
    ['a key set that stands before the artifact', '0.pqkeys.json', ['artifact', '--keys', FOREIGN, '*']],
    ['the same after =', '0.pqkeys.json', ['artifact', `--keys=${FOREIGN}`, '*']],
    ['the same without a kind', '0.pqkeys.json', ['--keys', FOREIGN, '*']],
    ['capitals', '0.PQKEYS.JSON', ['artifact', '--keys', FOREIGN, '*']],
  ])('12.1: %s adds no key', (_what, name, args) => {
    const { inside, run } = inbox();
    copyFileSync(GENUINE, path.join(inside, name));
    const { status, stdout } = run(...args);
    expect(stdout).not.toMatch(/^Verified|VERIFIED/m);
    expect(status).toBe(2);
  });

  it.each([
    '--keys=.k',
    '--keys=.k\n',
    '--key=.k',
    '--data-dir=.',
    '--file=fake.pqv.json',
    '--json',
    '--help',
    '-h',
    '--version',
    '--',
    '-',
    '-x',
    '--worker-thread',
  ])('12.2: a file called %j ends the command', (name) => {
    for (const before of [['artifact'], [], ['artifact', '--keys', FOREIGN]]) {
      const { inside, run } = inbox();
      writeFileSync(path.join(inside, name), readFileSync(GENUINE));
      const { status, stdout, stderr } = run(...before, '*');
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      // A value that an option lacks is told as well: the name is never taken for it.
      expect(stderr).toContain('A file is called');
    }
  });

  it('12.2: names the file and what to write', () => {
    const { inside, run } = inbox();
    copyFileSync(GENUINE, path.join(inside, '--keys=.k'));
    const said = 'A file is called "--keys=.k". Write ./* or put -- before the files';
    expect(run('artifact', '*').stderr).toContain(said);
    expect(run('artifact', '--json', '--', '*').stdout).not.toContain('"outcome": "VERIFIED"');
  });

  it('12.2: a file in a folder whose name is an option', () => {
    const { inside, run } = inbox();
    mkdirSync(path.join(inside, '--keys=sub'));
    copyFileSync(GENUINE, path.join(inside, '--keys=sub/k'));
    const { status, stdout, stderr } = run('artifact', '--', '*/*');
    expect([status, stdout]).not.toEqual([0, expect.anything()]);
    expect(run('artifact', '*/*')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('A file is called'),
    });
    expect(stderr).not.toContain('Unexpected');
  });

  it.skipIf(process.platform !== 'linux')('12.2: a name that is not valid UTF-8 and reads like an option', () => {
    const { inside, run } = inbox();
    // Node reads the byte as U+FFFD, and a file of that name lies beside it.
    copyFileSync(GENUINE, path.join(inside, '\ufffd.k'));
    writeFileSync(Buffer.concat([Buffer.from(`${inside}/--keys=`), Buffer.from([0xff]), Buffer.from('.k')]), 'x');
    expect(run('artifact', '*')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('A file is called'),
    });
  });

  it.each(['help', 'artifact', 'receipt', 'log'])('12.2: a file called %j is no command', (name) => {
    const { inside, run } = inbox();
    copyFileSync(path.join(inside, 'fake.pqv.json'), path.join(inside, name));
    rmSync(path.join(inside, 'fake.pqv.json'));
    copyFileSync(path.join(inside, name), path.join(inside, 'zz.pqv.json'));
    const { status, stdout, stderr } = run('*');
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('is both a command and a name in this folder');
    if (name !== 'help') expect(run(name, '--file', 'zz.pqv.json').status).toBe(name === 'artifact' ? 3 : 2);
  });

  it('12.2: an option after the first file ends the command', () => {
    const { run } = inbox();
    for (const late of ['--keys=.k', '--json', '-h', '--']) {
      expect(run('artifact', 'fake.pqv.json', late)).toMatchObject({
        status: 2,
        // Whoever asks for JSON, however wrongly, gets the refusal as JSON too (12.20).
        stdout: late === '--json' ? expect.stringContaining('"error":{"code":"COMMAND_LINE"') : '',
        stderr: expect.stringContaining(`Options come before the files. For a file of that name, write ./${late}`),
      });
    }
  });

  it('12.1: what a person names counts, by one word or a folder', () => {
    const { inside, run } = inbox();
    mkdirSync(path.join(inside, 'keys'));
    copyFileSync(GENUINE, path.join(inside, 'keys/k.pqkeys.json'));
    for (const keys of [['--keys', 'keys/k.pqkeys.json'], ['--keys=keys'], ['--keys', 'keys']]) {
      expect(run('artifact', ...keys, 'fake.pqv.json').status).toBe(0);
    }
  });
});
