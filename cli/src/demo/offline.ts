/** What a demonstration does when no service runs any more: every file is verified as `pq-verify` does it. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openInvoice } from '@touchstone/core/commerce/invoice.ts';
import { OUTCOME_WORDS } from '@touchstone/core/verdict/outcome-words.ts';
import { judgeFile } from '../verifier/judge.ts';
import { trustOf } from '../verifier/trust.ts';
import { pooledVerifier } from '../verifier/verifier.ts';

/** The source code that is graded. Each file has something for the rules to find. */
const SAMPLE: Readonly<Record<string, string>> = {
  'README.md': '# Sample\n\nA small tool, written for a demonstration of code grades.\n',
  LICENSE: 'MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy.\n',
  'sums.py': [
    '"""Sums of a table."""',
    'import hashlib',
    '',
    '',
    'def digest(text):',
    '    return hashlib.md5(text.encode()).hexdigest()',
    '',
    '',
    'def total(table):',
    '    result = 0',
    '    for page in table:',
    '        for row in page:',
    '            for cell in row:',
    '                result += cell',
    '    return result',
    '',
  ].join('\n'),
  'tests/test_sums.py': 'from sums import total\n\n\ndef test_total():\n    assert total([[[1, 2], [3]]]) == 6\n',
};

/** Writes the source code that is graded, and answers its folder. */
export function writeSample(folder: string): string {
  const sample = path.join(folder, 'sample');
  for (const [name, text] of Object.entries(SAMPLE)) {
    const file = path.join(sample, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return sample;
}

/** What was done to the files that are to fail. */
const CHANGED: ReadonlyMap<string, string> = new Map([
  ['age-changed.pqp.json', '21 was written for 18'],
  ['average-changed.pqst.json', 'another result was written'],
]);

/** A line for each file; trusts nothing but the key sets of `service.pqkeys.json`. Throws where one is judged otherwise than it should. */
export async function verifyOffline(folder: string, names: readonly string[], now: number): Promise<readonly string[]> {
  const verifier = pooledVerifier();
  const keys = [path.join(folder, 'service.pqkeys.json')];
  const trust = await trustOf({ dataFolder: null, keys, revocations: [], isPinnedOnly: true }, verifier, now);
  const lines: string[] = [];
  for (const name of names) {
    const file = path.join(folder, name);
    const target = { path: file, size: statSync(file).size };
    const { report } = await judgeFile(target, { kind: null, trust, now }, verifier);
    const change = CHANGED.get(name);
    if (report.outcome !== (change === undefined ? 'VERIFIED' : 'FAILED')) {
      throw new Error(`the demonstration did not see ${name} as it should be: ${report.outcome}`);
    }
    lines.push(`${OUTCOME_WORDS[report.outcome].padEnd(13)}${name}${change === undefined ? '' : `: ${change}`}`);
  }
  return lines;
}

/** The line on the invoice: whether what it says is what was committed to. */
export function openedInvoice(folder: string): string {
  const { pathname, hash } = new URL(readFileSync(path.join(folder, 'invoice.txt'), 'utf8').trim());
  const opened = openInvoice(path.posix.basename(pathname), hash.slice(1));
  if (!opened.ok) throw new Error('the demonstration did not see the invoice open its commitment');
  return `${OUTCOME_WORDS.VERIFIED.padEnd(13)}invoice.txt`;
}
