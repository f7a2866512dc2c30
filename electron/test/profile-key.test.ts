import { createHash } from 'node:crypto';
import {
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ProfileKey, profileKeyKeeper, putProfileKeyBack } from '../src/profile-key.ts';

const wrapped = (what: string) => Buffer.from(`DPAPI${what}`).toString('base64');
const [OURS, OTHER] = [wrapped('ours'), wrapped('another')];

let root = '';
let timers: (() => void)[] = [];
let notes: string[] = [];
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'touchstone-profile-'));
  timers = [];
  notes = [];
});
afterEach(() => rmSync(root, { recursive: true }));

const profile = () => path.join(root, 'profile');
const localState = () => path.join(profile(), 'Local State');
const keptIn = (dataDir: string) => path.join(dataDir, 'master-key.dpapi');
const formerFile = (key: string) => {
  const hash = createHash('sha256').update(key).digest('hex');
  return path.join(profile(), `former-key-${hash.slice(0, 8)}.dpapi`);
};

function writeState(text: string): void {
  mkdirSync(profile(), { recursive: true });
  writeFileSync(localState(), text);
}
const stateWith = (key: string) =>
  JSON.stringify({ os_crypt: { audit_enabled: true, encrypted_key: key }, proxy: { mode: 'direct' } });

/** A data folder with a sealed master key, and with what opens it where that is given. */
function folder(name: string, kept: string | null): string {
  const dataDir = path.join(root, name);
  mkdirSync(dataDir);
  writeFileSync(path.join(dataDir, 'master-key.keychain'), '');
  if (kept !== null) writeFileSync(keptIn(dataDir), kept);
  return dataDir;
}

const putBack = (dataDir: string) => putProfileKeyBack({ profile: profile(), dataDir });

function keeperOf(key: ProfileKey, dataDir: string) {
  const setTimer = (callback: () => void, delayMs: number) => {
    expect(delayMs).toBeGreaterThan(10_000);
    timers.push(callback);
    return {};
  };
  return profileKeyKeeper(key, { profile: profile(), dataDir }, (note) => notes.push(note), setTimer);
}

describe("Windows' key of the profile", () => {
  it('R26: is put back where another one stands there, and nothing else is changed', () => {
    const dataDir = folder('data', OURS);
    writeState(stateWith(OTHER));
    expect(putBack(dataDir)).toEqual({ found: OURS, former: formerFile(OTHER), fault: null });
    expect(readFileSync(localState(), 'utf8')).toBe(stateWith(OURS));
    if (process.platform !== 'win32') expect(statSync(localState()).mode & 0o777).toBe(0o600);
    const { mtimeMs } = statSync(localState());
    expect(putBack(dataDir)).toEqual({ found: OURS, former: null, fault: null });
    expect(statSync(localState()).mtimeMs).toBe(mtimeMs);
  });

  it('R7: is put back into a profile that is gone or new, and one that is damaged is moved away', () => {
    const dataDir = folder('data', OURS);
    const whole = JSON.stringify({ os_crypt: { audit_enabled: true, encrypted_key: OURS } });
    expect(putBack(dataDir)).toEqual({ found: OURS, former: null, fault: null });
    expect(readFileSync(localState(), 'utf8')).toBe(whole);
    for (const damaged of ['', '{"os_crypt":{"encr', '[]', '"text"']) {
      writeState(damaged);
      expect(putBack(dataDir)).toEqual({ found: OURS, former: null, fault: null });
      expect([damaged, readFileSync(localState(), 'utf8')]).toEqual([damaged, whole]);
      expect(readFileSync(`${localState()}.bad`, 'utf8')).toBe(damaged);
    }
    for (const without of ['{}', '{"os_crypt":"text"}', '{"os_crypt":{"encrypted_key":"no key"}}']) {
      writeState(without);
      expect(putBack(dataDir)).toEqual({ found: OURS, former: null, fault: null });
      expect(readFileSync(localState(), 'utf8')).toContain(OURS);
    }
  });

  it('R26: is not touched for a folder that is new, keeps none or has a key file, or keeps what is no key', () => {
    const keyFile = folder('key-file', OURS);
    rmSync(path.join(keyFile, 'master-key.keychain'));
    const folders = [path.join(root, 'new'), keyFile, folder('none', null), folder('damaged', 'no key')];
    for (const dataDir of folders) {
      writeState(stateWith(OTHER));
      expect(putBack(dataDir)).toEqual({ found: OTHER, former: null, fault: null });
      expect(readFileSync(localState(), 'utf8')).toBe(stateWith(OTHER));
      rmSync(profile(), { recursive: true });
      expect(putBack(dataDir)).toEqual({ found: null, former: null, fault: null });
      expect(existsSync(profile())).toBe(false);
    }
  });

  it('R26: is of the folder that is opened, and no other folder loses its own', () => {
    const [one, other] = [folder('one', OURS), folder('other', OTHER)];
    for (const dataDir of [one, other, one]) {
      const key = putBack(dataDir);
      keeperOf(key, dataDir).opened();
      expect(readFileSync(localState(), 'utf8')).toContain(dataDir === one ? OURS : OTHER);
    }
    expect([one, other].map((dataDir) => readFileSync(keptIn(dataDir), 'utf8'))).toEqual([OURS, OTHER]);
  });

  it('R26: stays in a file of the profile where another takes its place, for a folder that has no copy', () => {
    const [one, other] = [folder('one', OURS), folder('other', null)];
    writeState(stateWith(OTHER));
    const key = putBack(one);
    keeperOf(key, one);
    expect(notes).toEqual([expect.stringContaining(formerFile(OTHER))]);
    expect(readFileSync(formerFile(OTHER), 'utf8')).toBe(OTHER);
    if (process.platform !== 'win32') expect(statSync(formerFile(OTHER)).mode & 0o777).toBe(0o600);
    // As the guide says: it opens that folder again.
    copyFileSync(formerFile(OTHER), keptIn(other));
    const { ino } = statSync(formerFile(OTHER));
    for (const dataDir of [other, one]) putBack(dataDir);
    expect(statSync(formerFile(OTHER)).ino).toBe(ino);
    const files = [OURS, OTHER].map((each) => path.basename(formerFile(each)));
    expect(readdirSync(profile()).sort()).toEqual(['Local State', ...files].sort());
  });

  it('R26: is not replaced where it cannot be kept', () => {
    const dataDir = folder('data', OURS);
    writeState(stateWith(OTHER));
    // The place of the new file is taken.
    mkdirSync(`${formerFile(OTHER)}.${process.pid}.new`);
    expect(putBack(dataDir)).toEqual({ found: OTHER, former: null, fault: expect.stringContaining('put back') });
    expect(readFileSync(localState(), 'utf8')).toBe(stateWith(OTHER));
  });

  it('R26: that the process before this one writes at its end is not taken for the one that was found', () => {
    const dataDir = folder('data', null);
    writeState(stateWith(OTHER));
    const key = putBack(dataDir);
    writeState(stateWith(OURS));
    keeperOf(key, dataDir).opened();
    expect(existsSync(keptIn(dataDir))).toBe(false);
    expect(notes).toEqual([expect.stringContaining(formerFile(OTHER))]);
    expect(readFileSync(formerFile(OTHER), 'utf8')).toBe(OTHER);
    keeperOf(putBack(dataDir), dataDir).opened();
    expect(readFileSync(keptIn(dataDir), 'utf8')).toBe(OURS);
  });

  it('R26: is kept once it has opened the folder: the one that was there before the start', () => {
    const dataDir = folder('data', null);
    writeState(stateWith(OURS));
    const keeper = keeperOf(putBack(dataDir), dataDir);
    // What opens nothing is not kept.
    expect(existsSync(keptIn(dataDir))).toBe(false);
    writeState(stateWith(OTHER));
    keeper.opened();
    expect(readFileSync(keptIn(dataDir), 'utf8')).toBe(OURS);
    if (process.platform !== 'win32') expect(statSync(keptIn(dataDir)).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).sort()).toEqual(['master-key.dpapi', 'master-key.keychain']);
  });

  it.each([
    ['that is there', stateWith(OURS), null],
    ['that Chromium makes now', null, stateWith(OURS)],
    ['that Chromium makes since DPAPI fails', stateWith(OTHER), stateWith(OURS)],
  ])('R26: is kept for a new folder when it is on the disk: one %s', (_which, before, after) => {
    const dataDir = folder('data', null);
    if (before !== null) writeState(before);
    const keeper = keeperOf(putBack(dataDir), dataDir);
    keeper.made();
    // The server is started again meanwhile.
    keeper.opened();
    expect(existsSync(keptIn(dataDir))).toBe(false);
    if (after !== null) writeState(after);
    for (const pass of timers) pass();
    expect(readFileSync(keptIn(dataDir), 'utf8')).toBe(OURS);
  });

  it('R26: that can be neither put back nor kept ends no start, and is noted', () => {
    const dataDir = folder('data', OURS);
    mkdirSync(localState(), { recursive: true });
    expect(putBack(dataDir)).toEqual({
      found: null,
      former: null,
      fault: expect.stringMatching(/could not be put back .*EISDIR/),
    });
    expect(readFileSync(keptIn(dataDir), 'utf8')).toBe(OURS);
    rmSync(localState(), { recursive: true });
    writeState(stateWith(OTHER));
    keeperOf({ found: OTHER, former: null, fault: null }, path.join(root, 'gone')).opened();
    expect(notes).toEqual([expect.stringMatching(/could not be kept .*ENOENT/)]);
  });
});
