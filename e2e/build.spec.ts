import { readdirSync, readFileSync } from 'node:fs';
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
