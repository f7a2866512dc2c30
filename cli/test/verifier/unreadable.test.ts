import type { VerificationReport } from '@touchstone/core/artifact/report.ts';
import { refuseTooLarge, verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { verifyThreeKeyFile } from '@touchstone/core/composite/verify-file.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { verifyReceipt } from '@touchstone/core/receipt/verify.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { expect, it } from 'vitest';
import { signatures } from '../../src/signing.ts';
import { tooLarge, unreadable } from '../../src/verifier/unreadable.ts';

const ABOUT = { fileName: 'a', now: 0, product: PRODUCT };
const COMMON = { ...ABOUT, trust: EMPTY_TRUST_STORE, verifier: signatures };

function later(report: VerificationReport): readonly string[] {
  expect(report.checks.filter(({ status }) => status === 'failed')).toHaveLength(1);
  return report.checks
    .filter(({ group, status }) => group !== 'format' && status === 'not_performed')
    .map(({ id }) => id);
}

it('leaves the same checks undone as the verifiers do with a file that is no JSON', async () => {
  const bytes = new TextEncoder().encode('no JSON');
  const artifact = (await verifyArtifact(bytes, COMMON)).report;
  const receipt = (await verifyReceipt(bytes, COMMON)).report;
  const signature = (await verifyThreeKeyFile(bytes, COMMON)).report;
  expect(later(artifact).length).toBeGreaterThan(2);
  expect(later(signature).length).toBeGreaterThan(2);
  expect(later(unreadable('signature', 'gone', ABOUT))).toEqual(later(signature));
  expect(later(tooLarge('signature', 67_108_865, ABOUT))).toEqual(later(signature));
  expect(later(receipt).length).toBeGreaterThan(2);
  expect(later(unreadable('artifact', 'gone', ABOUT))).toEqual(later(artifact));
  expect(later(unreadable('receipt', 'gone', ABOUT))).toEqual(later(receipt));
  expect(later(tooLarge('receipt', 67_108_865, ABOUT))).toEqual(later(receipt));
  expect(unreadable('artifact', 'gone', ABOUT).signatures).toEqual(artifact.signatures);
  expect(unreadable('receipt', 'gone', ABOUT).signatures).toEqual(receipt.signatures);
});

it('calls a receipt that is too large a receipt', () => {
  const report = tooLarge('receipt', 67_108_865, ABOUT);
  expect(report).toMatchObject({
    kind: 'receipt',
    outcome: 'INPUT_ERROR',
    exit_code: 2,
    sentence: 'This file could not be judged: it is not a readable receipt.',
    file: { size: 67_108_865 },
  });
  expect(Object.keys(report.signatures)).not.toEqual(Object.keys(refuseTooLarge(67_108_865, ABOUT).signatures));
});
