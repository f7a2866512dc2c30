/** S16: `pq-verify invoice` opens a commitment offline. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commitInvoice, type Invoice, paymentPath } from '@touchstone/core/commerce/invoice.ts';
import { afterAll, expect, it } from 'vitest';
import { programs } from '../programs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-invoice-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const INVOICE: Invoice = {
  invoice_id: 'inv_2c71f08be94d35a6',
  amount_cents: 4_905,
  currency: 'USD',
  description: 'Support\u001b[2J, January',
  recipient_wallet: 'demo:merchant',
  chain: 'solana',
  issued_at: '2026-04-01T12:00:00.000Z',
  expires_at: '2026-04-02T12:00:00.000Z',
};
const COMMITTED = commitInvoice(INVOICE, new Uint8Array(32));
const OTHER = commitInvoice({ ...INVOICE, amount_cents: 1 }, new Uint8Array(32));
const ADDRESS = `http://127.0.0.1:7433${paymentPath(COMMITTED)}`;

function run(args: readonly string[], input = '') {
  const { node, pqVerify } = programs();
  return spawnSync(node, [pqVerify, 'invoice', ...args], { cwd: folder, encoding: 'utf8', timeout: 60_000, input });
}

it('shows what a commitment says, and what was not checked', () => {
  writeFileSync(path.join(folder, 'address.txt'), `${ADDRESS}\n`);
  for (const [args, input] of [
    [['address.txt'], ''],
    [['--file', 'address.txt', '--commitment', COMMITTED.commitment], ''],
    [['-'], paymentPath(COMMITTED)],
    [['-'], JSON.stringify({ invoice_id: 'inv_0', amount_cents: 1, payment_url: ADDRESS })],
  ] as const) {
    const { status, stdout, stderr } = run(args, input);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Amount:      USD 49.05\n');
    expect(stdout).toContain('Description: Support[U+001B][2J, January\n');
    expect(stdout).toContain('Not checked: whether the commitment is anchored');
  }
  const { stdout } = run(['--json', 'address.txt']);
  expect(JSON.parse(stdout)).toEqual({
    schema: 'svc-invoice-opening/v1',
    outcome: 'VERIFIED',
    exit_code: 0,
    commitment: COMMITTED.commitment,
    invoice: INVOICE,
  });
});

it.each([
  [1, 'COMMITMENT_MISMATCH', paymentPath({ ...COMMITTED, opening: OTHER.opening }), []],
  [1, 'COMMITMENT_MISMATCH', ADDRESS, ['--commitment', OTHER.commitment]],
  [2, 'FORMAT', paymentPath({ ...COMMITTED, opening: `${COMMITTED.opening}A` }), []],
  [2, 'FORMAT', `/pay/${COMMITTED.commitment}`, []],
  [2, 'FORMAT', '', []],
  [2, 'FORMAT', '{"payment_url": 1}', []],
  [2, 'FORMAT', `{"payment_url": "/pay/x", "payment_url": "${ADDRESS}"}`, []],
  [2, 'READ', 'x'.repeat(40_000), []],
] as const)('answers %i, %s', (status, code, input, args) => {
  const found = run([...args, '-'], input);
  expect([found.status, found.stderr]).toEqual([status, '']);
  expect(found.stdout).toContain(`, ${code}  -\n`);
  expect(JSON.parse(run(['--json', ...args, '-'], input).stdout)).toMatchObject({ exit_code: status, code });
});

it('refuses a wrong command line', () => {
  for (const args of [[], ['a', 'b'], ['--commitment', 'ABCD', '-'], ['--keys', 'k', '-']]) {
    const { status, stdout, stderr } = run(args, ADDRESS);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain(COMMITTED.opening);
  }
  expect(run(['--help']).stdout).toContain('pq-verify invoice');
});
