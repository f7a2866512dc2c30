/** Openings of invoices among the examples, through the verifier as a payer uses it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openInvoice } from '@touchstone/core/commerce/invoice.ts';
import { describe, expect, it } from 'vitest';
import { INVOICE_EXAMPLES } from '../scripts/invoice-example-list.ts';
import { documentIn } from './documents.ts';
import { EXAMPLE_FOLDER, programs } from './programs.ts';

const FOLDER = path.join(EXAMPLE_FOLDER, 'invoices');

function verify(file: string) {
  const { node, pqVerify } = programs();
  const args = [pqVerify, 'invoice', '--json', '--file', file];
  const { status, stdout } = spawnSync(node, args, { cwd: FOLDER, encoding: 'utf8' });
  return { status, found: documentIn('invoice-opening', stdout) };
}

describe('openings of invoices among the examples', () => {
  it('are all listed', () => {
    const files = INVOICE_EXAMPLES.map(({ file }) => file);
    expect(readdirSync(FOLDER).sort()).toEqual(['README.md', ...files].sort());
    const readme = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
    for (const file of files) expect(readme).toContain(`(${file})`);
  });

  it.each(INVOICE_EXAMPLES)('$file is what it should be', ({ file, expected }) => {
    const { status, found } = verify(file);
    const { outcome, code, exit_code } = found;
    expect({ outcome, ...(code === undefined ? {} : { code }), exit_code }).toEqual(expected);
    expect(status).toBe(expected.exit_code);
    if (expected.exit_code === 0) expect(found.invoice).toMatchObject({ amount_cents: 4_905, currency: 'USD' });
  });

  it('S16: no other character anywhere in the address opens it', () => {
    const address = readFileSync(path.join(FOLDER, 'verified.txt'), 'utf8').trim();
    const [, commitment = '', opening = ''] = /\/pay\/([0-9a-f]+)#(.+)$/.exec(address) ?? [];
    expect(openInvoice(commitment, opening).ok).toBe(true);
    for (let at = 0; at < opening.length; at++) {
      for (const other of ['A', '_', 'z']) {
        if (opening[at] === other) continue;
        expect(openInvoice(commitment, opening.slice(0, at) + other + opening.slice(at + 1)).ok).toBe(false);
      }
    }
    for (let at = 0; at < commitment.length; at++) {
      const other = commitment[at] === '0' ? '1' : '0';
      expect(openInvoice(commitment.slice(0, at) + other + commitment.slice(at + 1), opening).ok).toBe(false);
    }
  });
});
