/**
 * Runs the sessions `*.txt`: scripts of commands with their expected exit code and output.
 *
 *   $ command arguments          a command: pq-verify, touchstone, or one of the file tools below
 *   [1]                          its exit code, where it is not 0
 *   text                         a line that the output must hold; … stands for anything, and a line `...` for any lines
 *   # text                       a remark
 *
 * Output lines are looked for in order, in standard output followed by standard error. Each session has a folder of its
 * own, with the examples in `examples`.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXAMPLE_FOLDER, programs } from './programs.ts';

const FOLDER = fileURLToPath(new URL('./sessions', import.meta.url));

interface Step {
  readonly line: number;
  readonly command: string;
  readonly exitCode: number;
  readonly output: readonly string[];
}

function parse(text: string): readonly Step[] {
  const steps: { line: number; command: string; exitCode: number; output: string[] }[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('$ ')) {
      steps.push({ line: index + 1, command: line.slice(2), exitCode: 0, output: [] });
      continue;
    }
    const step = steps.at(-1);
    const exitCode = /^\[(\d)\]$/.exec(line)?.[1];
    if (line === '' || line.startsWith('#')) continue;
    if (step === undefined) throw new Error(`line ${index + 1} stands before any command`);
    if (exitCode === undefined) step.output.push(line);
    else step.exitCode = Number(exitCode);
  }
  return steps;
}

/** Splits at blanks; quotes hold blanks; `$NAME` is a variable of the session. */
function words(command: string, variables: ReadonlyMap<string, string>): readonly string[] {
  const parts = [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
  return parts.map((part) =>
    part.replace(/\$([A-Z]+)/g, (_, name: string) => variables.get(name) ?? fail(`$${name} is not set`)),
  );
}

function fail(message: string): never {
  throw new Error(message);
}

interface Outcome {
  readonly status: number;
  readonly output: string;
}

/** File tools that sessions use, so that they run alike on every system. */
const TOOLS: Readonly<
  Record<string, (folder: string, args: readonly string[], variables: Map<string, string>) => string>
> = {
  write(folder, [name = '', text = '']) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
    return '';
  },
  // repeat FILE COUNT TEXT [PREFIX] [SUFFIX]
  repeat(folder, [name = '', count = '', text = '', prefix = '', suffix = '']) {
    writeFileSync(path.join(folder, name), prefix + text.repeat(Number(count)) + suffix);
    return '';
  },
  copy(folder, [from = '', to = '']) {
    cpSync(path.join(folder, from), path.join(folder, to), { recursive: true });
    return '';
  },
  bom(folder, [name = '']) {
    writeFileSync(path.join(folder, name), `\ufeff${readFileSync(path.join(folder, name), 'utf8')}`);
    return '';
  },
  replace(folder, [name = '', from = '', to = '']) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    if (!text.includes(from)) fail(`${name} does not hold ${from}`);
    writeFileSync(path.join(folder, name), text.replace(from, to));
    return '';
  },
  mkdir(folder, [name = '']) {
    mkdirSync(path.join(folder, name));
    return '';
  },
  // set NAME FILE member member …: a variable from a JSON file
  set(folder, [variable = '', name = '', ...members], variables) {
    let value: unknown = JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
    for (const member of members) value = (value as Record<string, unknown>)[member];
    variables.set(variable, String(value));
    return '';
  },
};

function run(folder: string, command: string, variables: Map<string, string>): Outcome {
  const [name = '', ...args] = words(command, variables);
  const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
  if (tool !== undefined) return { status: 0, output: tool(folder, args, variables) };
  const { node, pqVerify, touchstone } = programs();
  const program = name === 'pq-verify' ? pqVerify : name === 'touchstone' ? touchstone : fail(`no command ${name}`);
  const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env;
  const env = {
    ...inherited,
    TOUCHSTONE_DATA_DIR: path.join(folder, 'nobody'),
    TOUCHSTONE_PASSPHRASE: variables.get('PASSPHRASE') ?? 'a passphrase of the session',
    ...(variables.has('COLOR') ? { FORCE_COLOR: '1' } : {}),
  };
  const result = spawnSync(node, [program, ...args], { cwd: folder, env, encoding: 'utf8', maxBuffer: 1 << 28 });
  return { status: result.status ?? -1, output: result.stdout + result.stderr };
}

function pattern(line: string): RegExp {
  const escaped = line.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('.*')}$`);
}

function compare(step: Step, { status, output }: Outcome, variables: ReadonlyMap<string, string>): void {
  const where = `line ${step.line}: ${step.command}\n${output.slice(0, 4000)}`;
  expect(status, where).toBe(step.exitCode);
  const lines = output.split('\n');
  let at = 0;
  for (const wanted of step.output) {
    const line = wanted.replace(/\$([A-Z]+)/g, (_, name: string) => variables.get(name) ?? fail(`$${name} is not set`));
    const test = pattern(line);
    while (at < lines.length && !test.test(lines[at] ?? '')) at++;
    expect(at < lines.length, `${where}\nholds no line ${line}`).toBe(true);
    at++;
  }
}

describe('sessions', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-session-'));
    mkdirSync(path.join(folder, 'nobody'));
    cpSync(EXAMPLE_FOLDER, path.join(folder, 'examples'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.txt'));
  it('exist', () => expect(names.length).toBeGreaterThan(0));

  it.each(names)(
    '%s',
    (name) => {
      const steps = parse(readFileSync(path.join(FOLDER, name), 'utf8'));
      expect(steps.length).toBeGreaterThan(0);
      const variables = new Map<string, string>();
      for (const step of steps) compare(step, run(folder, step.command, variables), variables);
    },
    900_000,
  );
});
