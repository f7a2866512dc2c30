/** `npm run release`: what it makes, an installed program takes. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type KeySet, parseKeySet, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { verifyRelease } from '@touchstone/core/release/verify-release.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { release } from '../../scripts/release/release.ts';
import { signatures } from '../../src/keys/signing.ts';
import { Refusal } from '../../src/terminal/refusal.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DAY = 86_400_000;
const PASSPHRASE = 'a passphrase of the release office';
let folder: string;
let said: string[] = [];
const at = (...names: string[]) => path.join(folder, ...names);

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-release-'));
  writeFileSync(at('passphrase'), PASSPHRASE);
  writeFileSync(at('touchstone-1.3.0.deb'), 'the new program');
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  said = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  }
});
afterEach(() => vi.restoreAllMocks());

/** Exit code of a verb; what it is given goes after the key folder. */
const run = (verb: string, keyFolder: string, ...args: readonly string[]) => runAt(NOW, verb, keyFolder, ...args);
function runAt(now: number, verb: string, keyFolder: string, ...args: readonly string[]): Promise<number> {
  const given = ['--data-dir', at(keyFolder), '--passphrase-file', at('passphrase'), ...args];
  return release([verb, ...given], { root: folder, now: () => now });
}

const publicSets = (keyFolder: string): readonly KeySet[] =>
  readdirSync(at(keyFolder, 'keys'))
    .filter((name) => name.endsWith('.pqkeys.json'))
    .map((name) => {
      const parsed = parseKeySet(readFileSync(at(keyFolder, 'keys', name)));
      if (!parsed.ok) throw new Error(parsed.message);
      return parsed.keySet;
    })
    .sort((a, b) => a.serial - b.serial);

const judge = (pinned: KeySet, version = '1.2.3') =>
  verifyRelease(readFileSync(at('touchstone-1.3.0.deb.pqrelease.json')), {
    pinned,
    trust: EMPTY_TRUST_STORE,
    installed: { product: 'Touchstone', version, platform: 'linux-x64' },
    verifier: signatures,
    now: NOW,
  });
/** A file of the latest edition that is cut is not passed over: neither does the edition before sign, nor is another one made. */
async function refusesDamaged(keyFolder: string, name: string): Promise<void> {
  const file = at(keyFolder, 'keys', name);
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, 500));
  const fault = `${file} is damaged`;
  await expect(run('sign', keyFolder, ...SIGN, at('touchstone-1.3.0.deb'))).rejects.toThrow(fault);
  await expect(run('rotate', keyFolder)).rejects.toThrow(fault);
  writeFileSync(file, whole);
}
const SIGN = ['--platform', 'linux-x64', '--version', '1.3.0'];

describe('npm run release', () => {
  it('makes keys, signs, rotates and signs with both editions', async () => {
    const start = new Date(NOW - DAY).toISOString();
    expect(await run('keys', 'office', '--id', 'release', '--from', start)).toBe(0);
    const secret = at('office', 'keys', 'release.pqsecret.json');
    if (process.platform !== 'win32') expect(statSync(secret).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(secret, 'utf8'))).toMatchObject({
      kdf: { name: 'argon2id' },
      box: expect.any(String),
    });
    await expect(run('keys', 'office')).rejects.toThrow(Refusal);
    await expect(run('keys', 'nobody', '--issuer', 'Touch\u001b[31mstone')).rejects.toThrow(/--issuer has .*U\+001B/);

    said = [];
    expect(await run('sign', 'office', ...SIGN, at('touchstone-1.3.0.deb'))).toBe(0);
    expect(said.join('')).not.toContain('Warning');
    const [one] = publicSets('office');
    if (one === undefined) throw new Error('no set');
    expect(await judge(one)).toMatchObject({ ok: true, next: null });
    expect(said.join('')).toContain('does not pin edition 1');
    // A manifest that is there is not replaced.
    await expect(run('sign', 'office', ...SIGN, at('touchstone-1.3.0.deb'))).rejects.toThrow(/already exists/);
    rmSync(at('touchstone-1.3.0.deb.pqrelease.json'));

    const before = NOW - DAY / 24;
    expect(await runAt(before, 'rotate', 'office', '--id', 'release', '--from', new Date(NOW).toISOString())).toBe(0);
    expect(said.join('')).toMatch(
      /^Note: edition 2 begins on 2026-11-21T12:00:00.000Z\. .* sign by edition 1 meanwhile/m,
    );
    // Whoever installs a program that pins keys which have not begun could take no update until they do.
    const brings = [...SIGN, '--former-dir', at('office'), at('touchstone-1.3.0.deb')];
    await expect(runAt(before, 'sign', 'office', ...brings)).rejects.toThrow(/^Edition 2 begins on 2026-11-21T12/);
    const [, two] = publicSets('office');
    if (two === undefined) throw new Error('no second set');
    expect([two.serial, two.issuer, two.endorsement?.by]).toEqual([2, one.issuer, one.fingerprint]);
    mkdirSync(at('electron'));
    writeFileSync(at('electron', 'release.pqkeys.json'), JSON.stringify(two));
    said = [];
    expect(await run('sign', 'office', ...SIGN, '--former-dir', at('office'), at('touchstone-1.3.0.deb'))).toBe(0);
    expect(said.join('')).not.toContain('does not pin');
    expect(await judge(one)).toMatchObject({ ok: true, next: { fingerprint: two.fingerprint } });
    expect(await judge(two)).toMatchObject({ ok: true, next: null });
    rmSync(at('touchstone-1.3.0.deb.pqrelease.json'));
    // Nothing that was said, and no file but the two secret ones, has a secret in it.
    expect(said.join('')).not.toContain(PASSPHRASE);
    expect(readdirSync(at('office', 'keys')).filter((name) => name.includes('secret'))).toHaveLength(2);

    await refusesDamaged('office', 'release-2.pqsecret.json');
    await refusesDamaged('office', 'release-2.pqkeys.json');

    // What another run made at the same time, and what was left of one that was broken off.
    const [latest, copy, unwritten] = ['release-2.pqsecret.json', 'twin.pqsecret.json', 'release-2.pqkeys.json'].map(
      (name) => at('office', 'keys', name),
    ) as [string, string, string];
    copyFileSync(latest, copy);
    await expect(run('rotate', 'office')).rejects.toThrow(/are both edition 2/);
    rmSync(copy);
    const text = readFileSync(unwritten);
    rmSync(unwritten);
    await expect(run('rotate', 'office')).rejects.toThrow(/release-2\.pqkeys\.json is missing/);
    writeFileSync(unwritten, text);
  });

  it('rotates to keys that another folder holds', async () => {
    const [one] = publicSets('office');
    if (one === undefined) throw new Error('no set');
    const from = new Date(NOW).toISOString();
    expect(await runAt(NOW - DAY, 'keys', 'other', '--id', 'other', '--serial', '3', '--from', from)).toBe(0);
    expect(said.join('')).toMatch(/^Note: edition 3 begins on /m);
    const [three] = publicSets('other');
    if (three === undefined) throw new Error('no third set');
    const file = at('other', 'keys', 'other-3.pqkeys.json');
    rmSync(at('office', 'keys', 'release-2.pqsecret.json'));
    // Edition 1 does not sign as if it were the latest one.
    await expect(run('sign', 'office', ...SIGN, at('touchstone-1.3.0.deb'))).rejects.toThrow(
      /pqkeys\.json is edition 2/,
    );
    rmSync(at('office', 'keys', 'release-2.pqkeys.json'));
    if (process.platform !== 'win32') chmodSync(at('office', 'keys', 'release.pqsecret.json'), 0o644);
    expect(await run('endorse', 'office', '--out', at('endorsed.pqkeys.json'), file)).toBe(0);
    if (process.platform !== 'win32') {
      expect(said.join('')).toMatch(/^Warning: other users have permissions on \S+release\.pqsecret\.json\. /m);
    }
    const endorsed = parseKeySet(readFileSync(at('endorsed.pqkeys.json')));
    expect(endorsed).toMatchObject({
      ok: true,
      keySet: { fingerprint: three.fingerprint, endorsement: { by: one.fingerprint } },
    });

    expect(await run('sign', 'other', ...SIGN, '--former-dir', at('office'), at('touchstone-1.3.0.deb'))).toBe(0);
    expect(await judge(one)).toMatchObject({ ok: true, next: { fingerprint: three.fingerprint } });
    rmSync(at('touchstone-1.3.0.deb.pqrelease.json'));
  });

  it('makes no second edition 1 where the secret keys of the first are not there', async () => {
    mkdirSync(at('lost', 'keys'), { recursive: true });
    copyFileSync(at('office', 'keys', 'release.pqkeys.json'), at('lost', 'keys', 'release.pqkeys.json'));
    for (const verb of ['keys', 'rotate']) {
      await expect(run(verb, 'lost')).rejects.toThrow(
        /pqkeys\.json is edition 1, and its secret keys are not .*--serial 2/,
      );
    }
    // Nor does a second one that is there already sign.
    copyFileSync(at('office', 'keys', 'release.pqsecret.json'), at('lost', 'keys', 'release.pqsecret.json'));
    const [one] = publicSets('lost');
    if (one === undefined) throw new Error('no set');
    const { fingerprint: _, ...document } = one;
    writeFileSync(
      at('lost', 'keys', 'first.PQKEYS.JSON'),
      JSON.stringify(sealKeySet({ ...document, keyset_id: 'first' })),
    );
    await expect(run('rotate', 'lost')).rejects.toThrow(/first\.PQKEYS\.JSON is edition 1, and its secret/);
  });

  it('takes no keys for what is released', async () => {
    const secret = at('office', 'keys', 'release.pqsecret.json');
    copyFileSync(secret, at('program.bin'));
    writeFileSync(at('cut.pqsecret.json'), '{');
    for (const [file, message] of [
      [secret, /secret keys: never publish/],
      [at('program.bin'), /secret keys: never publish/],
      [at('cut.pqsecret.json'), /not what is released/],
      [at('office', 'keys', 'release.pqkeys.json'), /not what is released/],
      [at('nul.deb'), /takes for a device/],
    ] as const) {
      await expect(run('sign', 'office', ...SIGN, file), file).rejects.toThrow(message);
    }
  });

  it('refuses what no program would take, and writes nothing', async () => {
    writeFileSync(at('Touchstone Setup.exe'), 'x');
    writeFileSync(at('empty.deb'), '');
    writeFileSync(at('wrong'), 'another passphrase');
    const wrong: [string, ...string[]][] = [
      ['sign', ...SIGN, at('Touchstone Setup.exe')],
      ['sign', ...SIGN, at('empty.deb')],
      ['sign', ...SIGN, at('none.deb')],
      ['sign', ...SIGN],
      ['sign', '--platform', 'linux', at('touchstone-1.3.0.deb')],
      ['sign', '--platform', 'linux-x64', '--version', '1.3', at('touchstone-1.3.0.deb')],
      ['sign', ...SIGN, '--former-dir', at('nowhere'), at('touchstone-1.3.0.deb')],
      ['endorse', '--out', at('x.json'), at('office', 'keys', 'release.pqkeys.json')],
      ['endorse', at('office', 'keys', 'release.pqkeys.json')],
    ];
    for (const args of wrong)
      await expect(run(args[0], 'office', ...args.slice(1)), args.join(' ')).rejects.toThrow(Refusal);
    await expect(run('rotate', 'nobody')).rejects.toThrow(/no release keys/);
    await expect(release(['sign', '--platform', 'linux-x64', 'a'], { root: folder, now: () => NOW })).rejects.toThrow(
      /--data-dir is required/,
    );
    const later = { root: folder, now: () => NOW + 2_000 * DAY };
    const given = ['--data-dir', at('office'), '--passphrase-file', at('passphrase'), ...SIGN];
    await expect(release(['sign', ...given, at('touchstone-1.3.0.deb')], later)).rejects.toThrow(
      /ended on .* by this computer's clock, which says /,
    );
    await expect(run('keys', 'nobody', '--from', '2020-01-01T00:00:00Z', '--days', '1')).rejects.toThrow(
      /ended on 2020/,
    );
    const unopened = ['--data-dir', at('office'), '--passphrase-file', at('wrong'), ...SIGN];
    await expect(release(['sign', ...unopened, at('touchstone-1.3.0.deb')], later)).rejects.toThrow(
      /passphrase is wrong/,
    );
    expect(existsSync(at('touchstone-1.3.0.deb.pqrelease.json'))).toBe(false);
    expect(await release(['--help'], later)).toBe(0);
    expect(said.join('')).toContain('rotate');
  });
});
