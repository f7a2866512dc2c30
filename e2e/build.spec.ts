import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CONSOLE_DIR } from './fixtures.ts';

test("the console is built with React's production build, which is twice as fast", () => {
  const folder = join(CONSOLE_DIR, 'assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const texts = scripts.map((name) => readFileSync(join(folder, name), 'utf8'));
  // Only the production build says that messages are minified; only the other one warns of keys.
  expect(texts.some((text) => text.includes('Minified React error'))).toBe(true);
  expect(texts.some((text) => text.includes('Each child in a list should have a unique'))).toBe(false);
});

test('security LOW-8: the licence texts of bundled packages stand beside them', () => {
  const text = readFileSync(join(CONSOLE_DIR, 'third-party-licences.txt'), 'utf8');
  for (const name of [
    'react',
    'react-dom',
    '@noble/post-quantum',
    'node-seal',
    'react-aria-components',
    '@fontsource-variable/inter',
  ]) {
    expect(text).toMatch(new RegExp(`^## ${name} - `, 'm'));
  }
  expect(text).toContain('Copyright (c) Meta Platforms');
});

test('no chunk but the examples is larger than 500 kB', () => {
  const folder = join(CONSOLE_DIR, 'assets');
  const large = readdirSync(folder).filter(
    (name) => name.endsWith('.js') && statSync(join(folder, name)).size > 500_000,
  );
  expect(large.map((name) => name.split('-').slice(0, 2).join('-'))).toEqual(['example-files']);
});

test('the console is made of few files: a browser asks for each of them', () => {
  expect(readdirSync(join(CONSOLE_DIR, 'assets')).length).toBeLessThan(130);
});

test('the console begins with at most 1,000 kB of scripts: contracts, pages and examples come afterwards', () => {
  const page = readFileSync(join(CONSOLE_DIR, 'index.html'), 'utf8');
  const scripts = [...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path);
  expect(scripts.length).toBeGreaterThan(3);
  const bytes = scripts.reduce((sum, path) => sum + statSync(join(CONSOLE_DIR, path)).size, 0);
  expect(bytes).toBeLessThan(1_000_000);
});
