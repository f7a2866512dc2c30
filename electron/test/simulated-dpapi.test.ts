/** The built shell under a simulated Electron on Windows, where DPAPI wraps the key of the key store. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { home, start, useHomes } from './simulator/shells.ts';

useHomes();

it('R26: a start while DPAPI fails does not lose the key of the data folder', async () => {
  const windows = { platform: 'win32', keyStore: 'dpapi' } as const;
  const profile = path.join(home, 'AppData/Local/touchstone-window');
  const keyInProfile = () => JSON.parse(readFileSync(path.join(profile, 'Local State'), 'utf8')).os_crypt.encrypted_key;

  const first = start({ ...windows, haste: 50 });
  expect(await first.one('lock')).toMatchObject({ profile });
  const kept = path.join(first.dataDir, 'master-key.dpapi');
  await expect.poll(() => existsSync(kept)).toBe(true);
  const key = readFileSync(kept, 'utf8');
  expect(keyInProfile()).toBe(key);
  expect(await first.quit()).toBe(0);

  // Chromium makes another key, and writes it at the end.
  const failing = start({ ...windows, keyStore: 'dpapi-fails', presses: [1] });
  expect(await failing.one('asked')).toMatchObject({
    detail: expect.stringMatching(/cannot be opened .* Or Windows cannot open/),
    pressed: 'Try again',
  });
  await failing.one('relaunch');
  expect(await failing.exit()).toBe(0);
  const other = keyInProfile();
  expect(other).not.toBe(key);

  const again = start(windows);
  await again.loaded();
  expect(await again.call('startToken')).toMatch(/^[0-9a-f]{64}$/);
  expect(again.all('asked')).toEqual([]);
  expect([keyInProfile(), readFileSync(kept, 'utf8')]).toEqual([key, key]);
  const log = readFileSync(path.join(profile, 'logs/server.log'), 'utf8');
  const [former = ''] = log.match(/former-key-[0-9a-f]{8}\.dpapi/) ?? [];
  expect(readFileSync(path.join(profile, former), 'utf8')).toBe(other);
  expect(await again.quit()).toBe(0);
});
