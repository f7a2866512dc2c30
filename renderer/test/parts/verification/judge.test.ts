import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/parts/verification/judge.ts';
import type { FileResult } from '../../../src/parts/verification/messages.ts';
import { keySet } from './rows.ts';

const verifier = createSignatureProvider([nobleBackend], systemRandom);

function judged(text: string, full = true): Promise<FileResult> {
  let clock = 0;
  return judge(new TextEncoder().encode(text), {
    fileName: 'a.json',
    trust: EMPTY_TRUST_STORE,
    verifier,
    now: Date.UTC(2026, 5, 1),
    elapsed: () => clock++,
    full,
  });
}

describe('judge', () => {
  test('a file that is nothing known is an input error with a hint', async () => {
    const result = await judged('{"a":1}');
    if (result.kind !== 'judged') throw new Error(result.kind);
    expect(result.row).toMatchObject({ outcome: 'INPUT_ERROR', code: 'FORMAT', durationMs: 1 });
    expect(result.full?.hint?.title).toContain('none of the kinds');
    expect(JSON.parse(new TextDecoder().decode(result.packedReport))).toEqual({
      ...result.full?.report,
      not_checked: [],
    });
  });

  test('without `full` only the row and the packed report come back', async () => {
    const result = await judged('{"schema_version":"pq-verified-artifact/v1","subject":{"name":"S"}}', false);
    if (result.kind !== 'judged') throw new Error(result.kind);
    expect(result.full).toBeNull();
    expect(result.row).toMatchObject({ outcome: 'INPUT_ERROR', subject: 'S' });
  });

  test('a receipt goes to the verifier of receipts', async () => {
    const result = await judged('{"on_chain_hash":"","receipt_hex":"","substrate_hex":""}');
    if (result.kind !== 'judged') throw new Error(result.kind);
    expect(result.full?.report).toMatchObject({ kind: 'receipt', outcome: 'INPUT_ERROR' });
  });

  test('the answer of a 3-key signing goes to its own verifier', async () => {
    const result = await judged('{"signature":"","algorithm":"SVC-3-Key","families":[],"data_hash":""}');
    if (result.kind !== 'judged') throw new Error(result.kind);
    expect(result.full?.report).toMatchObject({ kind: 'signature', outcome: 'INPUT_ERROR' });
  });

  test.each([
    ['session', '{"format":"svc-agent-session/v1"}'],
    ['log', '{"format":"svc-log/v1"}'],
    ['proof', '{"format":"svc-privacy-proof/v1"}'],
    ['node', '{"merkle_proof":[],"receipt":{},"agent_public_key":""}'],
  ])('a %s of an agent goes to its own verifier', async (kind, text) => {
    const result = await judged(text);
    if (result.kind !== 'judged') throw new Error(result.kind);
    expect(result.full?.report).toMatchObject({ kind, outcome: 'INPUT_ERROR', code: 'FORMAT' });
    expect(result.full?.document).toEqual(JSON.parse(text));
    expect(result.row).toMatchObject({ outcome: 'INPUT_ERROR', subject: null, issuer: null });
  });

  test('a key set is handed back, one with another fingerprint is broken', async () => {
    expect((await judged(JSON.stringify({ ...keySet(), fingerprint: '00' }))).kind).toBe('broken_key_set');
  });
});
