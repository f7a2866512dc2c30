/** The guide lists every rule with its points, and everything that is ignored. */
import { readFileSync } from 'node:fs';
import { IGNORED } from '@touchstone/core/grade/ignored.ts';
import { RULE_IDS, RULES, RULES_VERSION } from '@touchstone/core/grade/rules.ts';
import { expect, it } from 'vitest';
import { LANGUAGES } from '../../src/grade/languages.ts';

const guide = readFileSync(new URL('../../../docs/user-guide/grade.md', import.meta.url), 'utf8');

it('every rule with its points', () => {
  const rows = [...guide.matchAll(/^\| `([a-z-]+)` +\| (\d+) /gm)].map(([, id, points]) => [id, Number(points)]);
  expect(rows).toEqual(RULE_IDS.map((id) => [id, RULES[id].points]));
  expect(guide).toContain(`\`${RULES_VERSION}\``);
});

it('every ignored name, and every language', () => {
  for (const name of [...IGNORED.folders, ...IGNORED.files, ...IGNORED.endings]) expect(guide).toContain(`\`${name}\``);
  for (const { name } of LANGUAGES.filter(({ name }) => name !== 'Shell')) expect(guide).toContain(name);
});
