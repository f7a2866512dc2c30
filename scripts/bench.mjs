// `npm run bench`: runs {core,server,cli,e2e}/bench/*.ts one after the other on Node 24 and prints one table.
//
// A bench prints one JSON line per result: {"name", "value", "unit", "limit"?}; `value` above `limit` is a miss. Ratios carry
// unit "x" and, where more is better, "least" instead of "limit". Every other line passes through.
// `--baseline` writes bench/baseline.json, of named benches only their own values; without it the table shows each value beside
// the baseline.
// The exit code is 1 when a bench fails or misses its limit.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildStale } from './build.mjs';
import { ensureInstalled, NODE_24, ROOT } from './setup.mjs';

const BASELINE = path.join(ROOT, 'bench', 'baseline.json');

function benches() {
  const files = [];
  for (const part of ['core', 'server', 'cli', 'e2e']) {
    const folder = path.join(ROOT, part, 'bench');
    if (!existsSync(folder)) continue;
    for (const name of readdirSync(folder).sort()) {
      // Files that begin with an underscore are shared by the others.
      if (/^[^_].*\.ts$/.test(name) && !name.endsWith('.d.ts')) files.push(`${part}/bench/${name}`);
    }
  }
  return files;
}

function asResult(line) {
  if (!line.startsWith('{')) return null;
  try {
    const { name, value, unit, limit, least } = JSON.parse(line);
    return typeof name === 'string' && typeof value === 'number'
      ? { name, value, unit: unit ?? '', limit, least }
      : null;
  } catch {
    return null;
  }
}

function run(file) {
  const { status, stdout } = spawnSync(NODE_24, [file], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 << 20,
  });
  const results = [];
  for (const line of stdout.split('\n')) {
    const result = asResult(line.trim());
    if (result !== null)
      results.push({ ...result, name: `${file.replace('/bench/', ' ').replace(/\.ts$/, '')}: ${result.name}` });
    else if (line !== '') console.log(line);
  }
  const isFine = status === 0 && results.length > 0;
  if (!isFine) console.error(status === 0 ? `${file} printed no result.` : `${file} ended with exit code ${status}.`);
  return { results, isFine };
}

const format = (value) => (value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3));

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) => row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  '))
    .join('\n');
}

ensureInstalled();
buildStale();
const filter = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = benches().filter((file) => filter.every((word) => file.includes(word)));
if (files.length === 0) {
  console.error('There is no benchmark of that name.');
  process.exit(1);
}

const baseline = existsSync(BASELINE) ? JSON.parse(readFileSync(BASELINE, 'utf8')).results : {};
const results = [];
let isFine = true;
for (const file of files) {
  console.log(`Running ${file} ...`);
  const outcome = run(file);
  results.push(...outcome.results);
  isFine &&= outcome.isFine;
}

const isMiss = ({ value, limit, least }) =>
  (limit !== undefined && value > limit) || (least !== undefined && value < least);
const bound = ({ limit, least }) => (limit !== undefined ? `<= ${limit}` : least !== undefined ? `>= ${least}` : '');
const rows = results.map((result) => [
  result.name,
  `${format(result.value)} ${result.unit}`.trim(),
  bound(result),
  isMiss(result) ? 'MISSED' : bound(result) === '' ? '' : 'ok',
  baseline[result.name] === undefined ? '' : format(baseline[result.name]),
]);
console.log(`\n${table([['benchmark', 'value', 'bound', '', 'baseline'], ...rows])}`);

if (process.argv.includes('--baseline')) {
  const machine = {
    cpu: os.cpus()[0]?.model ?? '',
    cores: os.cpus().length,
    platform: `${process.platform}-${process.arch}`,
  };
  mkdirSync(path.dirname(BASELINE), { recursive: true });
  const values = Object.fromEntries(results.map(({ name, value }) => [name, Number(value.toPrecision(4))]));
  const kept = filter.length === 0 ? {} : baseline;
  writeFileSync(BASELINE, `${JSON.stringify({ machine, results: { ...kept, ...values } }, null, 2)}\n`);
  console.log(`Wrote ${path.relative(ROOT, BASELINE)}.`);
}
process.exit(isFine && !results.some(isMiss) ? 0 : 1);
