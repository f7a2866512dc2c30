/** That every command with `--json` says by which schemas; the tests of the commands hold their output to them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FORMATS } from '@touchstone/core/schemas/formats.ts';
import { expect, it } from 'vitest';
import { ROOT } from './programs.ts';

/** Sources that ask for the flag, and the schemas of what they print. */
const PRINTED: Readonly<Record<string, readonly string[]>> = {
  'commands/agents.ts': ['list', 'show', 'deliver', 'import-otel'].map((name) => `commands/agents-${name}`),
  'commands/doctor.ts': ['commands/doctor'],
  'commands/grade.ts': ['code-grade', 'commands/grade-unsigned'],
  'commands/joint.ts': ['commands/joint-show', 'commands/joint-contribute', 'commands/joint-unconfirmed'],
  'commands/keys-list.ts': ['commands/keys-list', 'commands/keys-service'],
  'commands/ledger.ts': ['commands/ledger-verify'],
  'commands/serve.ts': ['commands/serve'],
  'verifier/command.ts': ['verification'],
  'verifier/invoice.ts': ['invoice-opening'],
};

it('every document of --json has a schema', () => {
  const folder = path.join(ROOT, 'cli/src');
  const asking = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && readFileSync(path.join(folder, file), 'utf8').includes("has('--json')"))
    .map((file) => file.split(path.sep).join('/'));
  expect(asking.sort()).toEqual(Object.keys(PRINTED));
  const schemas = FORMATS.map(({ name }) => name);
  for (const name of Object.values(PRINTED).flat()) expect(schemas).toContain(name);
  const commands = schemas.filter((name) => name.startsWith('commands/'));
  expect(Object.values(PRINTED).flat()).toEqual(expect.arrayContaining(commands));
});
