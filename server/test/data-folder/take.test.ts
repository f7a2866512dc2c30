import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeDataFolder } from '../../src/data-folder/take.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-take-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('R30: a folder is empty that Finder or Explorer has shown', () => {
  const names = ['.DS_Store', 'Thumbs.db', 'desktop.ini'];
  for (const name of names) writeFileSync(join(folder, name), '');
  takeDataFolder(folder);
  expect(readdirSync(folder).sort()).toEqual(names);
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('R30: with anything else it is somebody else’s', () => {
  for (const name of ['.DS_Store', '.localized']) writeFileSync(join(folder, name), '');
  expect(() => takeDataFolder(folder)).toThrow(/holds other files/);
});
