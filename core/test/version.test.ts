import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PRODUCT } from '@touchstone/core/version.ts';
import { expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');

it('every package carries the version that the program states', () => {
  const packages = [
    '.',
    ...readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name),
  ];
  const versions = packages.flatMap((folder) => {
    try {
      const { version } = JSON.parse(readFileSync(path.join(ROOT, folder, 'package.json'), 'utf8')) as {
        version: string;
      };
      return [`${folder} ${version}`];
    } catch {
      return [];
    }
  });
  expect(versions.length).toBe(8);
  expect(versions.filter((entry) => !entry.endsWith(` ${PRODUCT.version}`))).toEqual([]);
});
