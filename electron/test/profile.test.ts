import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultDataFolder } from '@touchstone/core/data-folder.ts';
import { describe, expect, it } from 'vitest';
import { APP_ID, profileFolder, startRefusal } from '../src/profile.ts';

describe('the profile', () => {
  it.each([
    ['darwin', '/Users/ada/Library/Application Support', '/Users/ada'],
    ['linux', '/home/ada/.local/share', '/home/ada'],
    ['win32', '/Users/ada/AppData/Roaming', '/Users/ada'],
  ])('H4: is not the data folder on %s, also where case does not count', (platform, appData, home) => {
    const surroundings = { env: {}, platform, home, path: path.posix };
    const dataDir = defaultDataFolder(surroundings).toLowerCase();
    const profile = profileFolder(appData, surroundings).toLowerCase();
    expect(profile.startsWith(`${dataDir}/`) || dataDir.startsWith(`${profile}/`) || profile === dataDir).toBe(false);
  });

  it('R28: stays on a machine of Windows as the data do', () => {
    const surroundings = { env: { LOCALAPPDATA: '/local' }, platform: 'win32', home: '/', path: path.posix };
    expect(profileFolder('/roaming', surroundings)).toBe('/local/touchstone-window');
    expect(defaultDataFolder(surroundings)).toBe('/local/touchstone');
    expect(profileFolder('/roaming', { ...surroundings, env: {} })).toBe('/AppData/Local/touchstone-window');
  });
});

describe('the app', () => {
  it('R10: is on Windows the one of its shortcuts', () => {
    const root = path.resolve(import.meta.dirname, '../..');
    const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');
    expect(textOf('electron-builder.yml')).toContain(`\nappId: ${APP_ID}\n`);
    expect(textOf('electron/src/main.ts')).toContain(
      "\nif (process.platform === 'win32') app.setAppUserModelId(APP_ID);\n",
    );
  });
});

describe('a start', () => {
  it('H6: is refused without the sandbox, and says so', () => {
    expect(startRefusal((name) => name === 'no-sandbox')).toContain('--no-sandbox');
    expect(startRefusal((name) => name === 'disable-web-security')).toContain('--disable-web-security');
    expect(startRefusal((name) => name === 'data-dir')).toBeNull();
  });
});
