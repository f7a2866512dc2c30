/**
 * Makes `examples/grades/` anew: `touchstone grade` grades the scripts in `examples/agents/` with key sets that are marked demo, a
 * real service records the grade, and copies of it are tampered with. The clock is fixed; keys, salt and proof are fresh each time.
 * The secret keys live in a temporary folder and are dropped at the end.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GradeFile, publicGrade } from '@touchstone/core/grade/record.ts';
import { grade } from '../src/commands/grade.ts';
import { type DemoService, openDemoService } from './demo-service.ts';
import { GRADE_EXAMPLES, GRADE_KEY_SETS, GRADED_FOLDER, GRADED_PROJECT } from './grade-example-list.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const FOLDER = path.join(EXAMPLES, 'grades');

async function makeExamples(
  { client }: DemoService,
  dataDir: string,
  now: number,
): Promise<ReadonlyMap<string, object>> {
  const out = path.join(dataDir, 'verified.pqgrade.json');
  const graded = path.join(EXAMPLES, GRADED_FOLDER);
  await grade(['--data-dir', dataDir, '--project', GRADED_PROJECT, '--out', out, graded], { root: '', now: () => now });
  const verified = JSON.parse(readFileSync(out, 'utf8')) as GradeFile;
  const { grades } = client.receipts;
  const { grade_id } = await grades.create({ body: publicGrade(verified) });
  return new Map<string, object>([
    ['verified', verified],
    ['recorded', await grades.get({ params: { id: grade_id } })],
    ['raised-letter', { ...verified, grade: 'A+' }],
    ['loss-left-out', { ...verified, losses: verified.losses.slice(1) }],
    ['another-tree', { ...verified, file_root: '0'.repeat(64) }],
  ]);
}

function readme(): string {
  const rows = GRADE_EXAMPLES.map(({ name, title, expected: { outcome, code, exit_code } }) => {
    return `| [${name}](${name}.pqgrade.json) | ${title} | ${outcome}${code === undefined ? '' : `, ${code}`} (${exit_code}) |`;
  });
  return `# Code grades

Made by \`cli/scripts/make-grade-examples.ts\`: \`touchstone grade\` graded the scripts in [agents](../${GRADED_FOLDER}), and a real
service recorded the grade. The files that fail are copies that were tampered with. The tests verify every file, and grade the
scripts again. The key sets are marked \`demo\`: what they sign has no authority, and their secret keys were dropped when the files
were made.

    npx pq-verify grade --file verified.pqgrade.json --keys ${GRADE_KEY_SETS[1]}
    npx pq-verify grade --file recorded.pqgrade.json --keys ${GRADE_KEY_SETS[1]} --keys ${GRADE_KEY_SETS[0]}
    npx touchstone grade --unsigned --project ${GRADED_PROJECT} ../${GRADED_FOLDER}

The last command finds the same file root, and so the same grade. Without \`--keys\` the files that verify are PENDING,
SIGNER_NOT_TRUSTED.

| File | What it shows | Expected (exit code) |
|---|---|---|
${rows.join('\n')}
`;
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
try {
  const time = { now: Date.UTC(2026, 9, 6, 9) };
  const service = await openDemoService(dataDir, 'demo-grades', time);
  try {
    const files = await makeExamples(service, dataDir, time.now);
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    for (const { name } of GRADE_EXAMPLES) {
      writeFileSync(path.join(FOLDER, `${name}.pqgrade.json`), `${JSON.stringify(files.get(name), null, 2)}\n`);
    }
    for (const [at, keySet] of [service.keySet, service.threeKeySet].entries()) {
      writeFileSync(path.join(FOLDER, `${GRADE_KEY_SETS[at]}`), `${JSON.stringify(keySet, null, 2)}\n`);
    }
    writeFileSync(path.join(FOLDER, 'README.md'), readme());
  } finally {
    await service.close();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
