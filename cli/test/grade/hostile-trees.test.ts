/** Trees that somebody made to break the walk, and that the same tree gives the same grade wherever it is. */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lossesHash } from '@touchstone/core/grade/losses.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gradeTree } from '../../src/grade/grade-tree.ts';
import { printGrade } from '../../src/grade/print-grade.ts';
import { readEntry } from '../../src/grade/tree.ts';
import { Refusal } from '../../src/terminal/refusal.ts';
import { CLEAN, lines, writeTree } from './trees.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-grade-'));
  writeTree(folder, CLEAN);
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

const at = (...names: string[]) => path.join(folder, ...names);

function refusal(): Refusal {
  try {
    gradeTree(folder);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('the tree was graded');
}

describe('hostile trees', () => {
  it('links are text: loops end, and nothing outside is read', () => {
    const before = gradeTree(folder);
    symlinkSync('.', at('loop'));
    symlinkSync('..', at('src', 'up'));
    symlinkSync('/etc/passwd', at('passwd.ts'));
    symlinkSync('nowhere', at('dangling'));
    const graded = gradeTree(folder);
    expect([graded.files, graded.grade, graded.score]).toEqual([before.files + 4, before.grade, before.score]);
    expect(graded.fileRoot).not.toBe(before.fileRoot);
    rmSync(at('dangling'));
    symlinkSync('elsewhere', at('dangling'));
    expect(gradeTree(folder).fileRoot).not.toBe(graded.fileRoot);
  });

  it('pipes and sockets are left out by name, and hold nothing up', () => {
    expect(spawnSync('mkfifo', [at('pipe.ts')]).status).toBe(0);
    expect(gradeTree(folder).special).toEqual(['pipe.ts']);
  });

  // Whoever runs as root reads everything.
  it.skipIf(process.getuid?.() === 0)('what cannot be read is named, and nothing is graded', () => {
    writeFileSync(at('src', 'secret.ts'), 'x', { mode: 0 });
    expect(refusal()).toMatchObject({ message: expect.stringContaining('src/secret.ts'), exitCode: 2 });
  });

  it('a file that vanishes, or becomes another thing, while it is graded is named', () => {
    const read = (name: string) => () => readEntry(folder, { path: name, kind: 'file' }, 10);
    expect(read('gone.ts')).toThrow('gone.ts could not be read: there is no such file or folder.');
    symlinkSync('LICENSE', at('now-a-link'));
    expect(read('now-a-link')).toThrow('now-a-link could not be read: too many symbolic links.');
    expect(read('src')).toThrow('src could not be read: it is no regular file any more.');
  });

  it('a name that is not UTF-8 is named, and nothing is graded', () => {
    writeFileSync(Buffer.concat([Buffer.from(at('src/')), Buffer.from([0x61, 0xff, 0x2e, 0x74, 0x73])]), 'x');
    const { choices, exitCode } = refusal();
    expect([exitCode, choices.length]).toEqual([2, 1]);
    expect(choices[0]).toContain('not valid UTF-8');
  });

  it('names with control characters are files like others', () => {
    writeFileSync(at('src', 'a\n\u001b[31m.ts'), `// X.\nexport const x = eval(y);\n`);
    const loss = gradeTree(folder).losses.find(({ rule }) => rule === 'dangerous-calls');
    expect(loss?.places[0]?.path).toBe('src/a\n\u001b[31m.ts');
  });

  it('no mark, no byte and no encoding takes a source file out of the rules', () => {
    const code = '// Evaluates.\nexport function run(a, b, c, d, e, f) {\n  return eval(a);\n}\n';
    const honest = (name: string, bytes: string | Uint8Array) => {
      writeFileSync(at('src', name), bytes);
      const { losses } = gradeTree(folder);
      rmSync(at('src', name));
      return losses.map(({ rule, points }) => [rule, points]);
    };
    const costs = honest('a.ts', code);
    expect(costs).toEqual([
      ['dangerous-calls', 3],
      ['many-parameters', 15],
    ]);
    const mark = Buffer.from('/* \uFFFD */');
    for (const bytes of [
      `// @generated\n${code}`,
      `// DO NOT EDIT\n${code}`,
      `\ufeff${code}`,
      `${code}// ${'x'.repeat(10_000)}\n`,
      code.replaceAll('\n', '\r\n'),
      code.replaceAll('\n', '\n\u2028'),
    ]) {
      expect(honest('a.ts', bytes)).toEqual(costs);
    }
    // A name that is an ending alone, too.
    expect(honest('.ts', code)).toEqual(costs);
    for (const bytes of [
      `/* \0 */ ${code}`,
      code.replaceAll('', '\0'),
      Buffer.concat([mark.fill(0xff, 3, 4), Buffer.from(code)]),
      Buffer.from(`\ufeff${code}`, 'utf16le'),
      Buffer.from(`\ufeff${code}`, 'utf16le').swap16(),
      Buffer.from(code, 'utf16le'),
    ]) {
      expect(honest('a.ts', bytes)).toEqual([['unreadable-sources', 10], ...costs]);
    }
  });

  it('no byte and no size hides a secret, and no ending in capitals hides code', () => {
    const secret = `const a = 'ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}';\n`;
    writeFileSync(at('src', 'zero.ts'), `/* \0 */ ${secret}`);
    writeFileSync(at('src', 'latin.ts'), Buffer.concat([Buffer.from(secret), Buffer.from([0xff])]));
    writeFileSync(at('src', 'huge.ts'), `${secret}${' '.repeat(1 << 20)}`);
    writeFileSync(at('settings.env'), `${secret}${'A=1\n'.repeat(100)}\0`);
    writeFileSync(at('windows.env'), Buffer.from(`\ufeff${secret}`, 'utf16le'));
    writeFileSync(at('src', 'LOUD.TS'), '// Loud.\neval(x);\n');
    const { losses } = gradeTree(folder);
    const placesOf = (id: string) => losses.find(({ rule }) => rule === id)?.places.map(({ path }) => path);
    expect(placesOf('secrets')).toEqual(['settings.env', 'src/huge.ts', 'src/latin.ts', 'src/zero.ts', 'windows.env']);
    expect(placesOf('dangerous-calls')).toEqual(['src/LOUD.TS']);
  });

  it('a source file that is too large to be analysed costs all that code can cost, and is named', () => {
    writeFileSync(at('src', 'huge.ts'), `// Nothing.\n${' '.repeat(1 << 22)}`);
    const graded = gradeTree(folder);
    const { code_quality, security_posture, architecture, performance, maintenance_risk } = graded.dimensions;
    expect([code_quality, security_posture, architecture, performance, maintenance_risk]).toEqual([5, 70, 0, 10, 60]);
    expect(graded.losses.every(({ places }) => places.length === 1 && places[0]?.path === 'src/huge.ts')).toBe(true);
    expect(graded.unanalysed).toEqual(['src/huge.ts']);
    const text = printGrade(graded, { folder, project: 'x', isVerbose: false, paint: (_colour, words) => words });
    expect(text).toContain('Unanalysed:  1 large source file: src/huge.ts');
    // Among the tests it proves nothing, and costs nothing.
    renameSync(at('src', 'huge.ts'), at('test', 'huge.ts'));
    expect(gradeTree(folder).losses).toEqual([]);
  });

  it('a large source file is analysed up to there', () => {
    writeFileSync(at('src', 'large.ts'), `// Evaluates.\n${'eval(x);\n'.repeat(400_000)}`);
    expect(gradeTree(folder).losses.map(({ rule }) => rule)).toContain('dangerous-calls');
  }, 60_000);

  it('names that are too long for a reason, or no text, are shortened', () => {
    const name = `${'x'.repeat(1_000)}\\ud800`;
    writeTree(folder, { 'package-lock.json': `{"packages": {"node_modules/\\ud800": {"version": "${name}"}}}` });
    const { losses } = gradeTree(folder);
    const reasons = losses.flatMap(({ places }) => places.map(({ reason }) => reason));
    expect(reasons.every((reason) => reason.length <= 300 && reason.isWellFormed())).toBe(true);
    expect(() => lossesHash(losses)).not.toThrow();
  });

  it('a file of very many functions and imports is read', () => {
    writeFileSync(at('src', 'many.ts'), `// Many.\n${'function f(a,b,c,d,e,g){}\n'.repeat(38_000)}`);
    writeFileSync(at('src', 'many.py'), `import ${'a,'.repeat(300_000)}b\n`);
    expect(gradeTree(folder).losses.find(({ rule }) => rule === 'many-parameters')?.found).toBe(38_000);
  });

  it('deep folders are walked without recursion', () => {
    let deep = folder;
    for (let depth = 0; depth < 300; depth++) {
      deep = path.join(deep, 'd');
      mkdirSync(deep);
    }
    writeFileSync(path.join(deep, 'a.ts'), '// A.\nexport const a = 1;\n');
    expect(gradeTree(folder).losses.map(({ rule }) => rule)).toContain('deep-folders');
  });

  it('many files are told of while they are read', () => {
    for (let part = 0; part < 20; part++) {
      mkdirSync(at(`p${part}`));
      for (let file = 0; file < 100; file++) writeFileSync(at(`p${part}`, `${file}.txt`), String(file));
    }
    const seen: number[] = [];
    const { files } = gradeTree(folder, ({ done, total }) => {
      if (done === total) seen.push(total);
    });
    expect([files, seen]).toEqual([2_000 + Object.keys(CLEAN).length, [files]]);
  }, 60_000);

  it('a folder without source code is refused', () => {
    rmSync(at('src'), { recursive: true });
    rmSync(at('test'), { recursive: true });
    expect(refusal()).toMatchObject({ exitCode: 1, message: expect.stringContaining('no source code') });
  });

  it('what tools make, and a grade that was saved before, is ignored', () => {
    const before = gradeTree(folder).fileRoot;
    writeTree(folder, {
      'node_modules/a/index.js': 'eval(x)',
      '.git/config': 'x',
      'a.pqgrade.json': '{}',
      'src/.DS_Store': 'x',
    });
    const graded = gradeTree(folder);
    expect([graded.fileRoot, graded.ignored]).toEqual([before, ['.git', 'node_modules']]);
    const text = printGrade(graded, { folder, project: 'x', isVerbose: false, paint: (_colour, words) => words });
    expect(text).toContain('Ignored:     2 folders: .git, node_modules');
    writeTree(folder, { '.gitignore': 'src\n' });
    expect(gradeTree(folder).fileRoot).not.toBe(before);
  });
});

describe('12.34: the same tree gives the same grade', () => {
  const MESSY = {
    ...CLEAN,
    'src/é.ts': `// É.\n${lines(40, (i) => `export function f${i}(a, b, c, d, e, f) { if (a) return ${i}; }`)}\n`,
    'src/Z.ts': "// Z.\nimport './é.js';\neval(x);\n",
    'src/a.py': 'import os\nfor x in y:\n    os.system(x)\n',
  };

  it('whatever the order of making, the place, the modes and the times', () => {
    writeTree(folder, MESSY);
    const first = gradeTree(folder);
    const other = mkdtempSync(path.join(tmpdir(), 'touchstone-grade-other-'));
    try {
      writeTree(other, Object.fromEntries(Object.entries(MESSY).reverse()));
      for (const name of Object.keys(MESSY)) chmodSync(path.join(other, name), 0o755);
      expect(gradeTree(other)).toEqual(first);
      const moved = path.join(other, 'dist');
      cpSync(folder, moved, { recursive: true });
      expect(gradeTree(moved)).toEqual(first);
      renameSync(path.join(other, 'src', 'Z.ts'), path.join(other, 'src', 'z.ts'));
      expect(gradeTree(other).fileRoot).not.toBe(first.fileRoot);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('whatever the current folder, locale, time zone and umask of the program', () => {
    writeTree(folder, MESSY);
    const program = path.resolve(import.meta.dirname, '../../src/touchstone.ts');
    const run = (cwd: string, target: string, env: Record<string, string>) => {
      const command = `umask ${env.MASK}; exec "$0" "$@"`;
      const args = [
        '-c',
        command,
        process.execPath,
        program,
        'grade',
        '--unsigned',
        '--json',
        '--project',
        'x',
        target,
      ];
      const result = spawnSync('sh', args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' });
      expect([result.status, result.stderr]).toEqual([0, '']);
      return result.stdout;
    };
    const first = run(folder, '.', { MASK: '077', LANG: 'C', LC_ALL: 'C', TZ: 'UTC' });
    expect(JSON.parse(first)).toMatchObject({ project: 'x', signature: null });
    const env = { MASK: '000', LANG: 'sv_SE.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo' };
    expect(run(tmpdir(), folder, env)).toBe(first);
  }, 60_000);

  it('and what the golden tree gave when these rules were published', () => {
    writeTree(folder, MESSY);
    const golden = path.join(import.meta.dirname, 'golden.json');
    expect(gradeTree(folder)).toEqual(JSON.parse(readFileSync(golden, 'utf8')));
  });
});
