import path from 'node:path';
import { defaultDataFolder } from '@touchstone/core/data-folder.ts';
import { expect, it } from 'vitest';

const home = '/home/ada';
const at = (env: Record<string, string>, platform = 'linux') =>
  defaultDataFolder({ env, platform, home, path: path.posix });

it('follows TOUCHSTONE_DATA_DIR, then the platform', () => {
  expect(at({ TOUCHSTONE_DATA_DIR: '/t', XDG_DATA_HOME: '/x' }, 'darwin')).toBe('/t');
  expect(at({ TOUCHSTONE_DATA_DIR: '' })).toBe('/home/ada/.local/share/touchstone');
  expect(at({ XDG_DATA_HOME: '/x' })).toBe('/x/touchstone');
  expect(at({ XDG_DATA_HOME: 'x' })).toBe('/home/ada/.local/share/touchstone');
  expect(at({}, 'darwin')).toBe('/home/ada/Library/Application Support/touchstone');
  expect(at({ LOCALAPPDATA: '/l' }, 'win32')).toBe('/l/touchstone');
  expect(at({}, 'win32')).toBe('/home/ada/AppData/Local/touchstone');
});
