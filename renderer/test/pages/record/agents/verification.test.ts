import { nodeBytes, nodeHash } from '@touchstone/core/agent/node.ts';
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import { createTree } from '@touchstone/core/log/tree.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeOfReceipt } from '../../../../src/pages/record/agents/data/node-of-receipt.ts';
import type { NodeProof, Receipt } from '../../../../src/pages/record/agents/data/queries.ts';
import { breakWords } from '../../../../src/pages/record/agents/detail/break-words.ts';
import { chainVerdict } from '../../../../src/pages/record/agents/detail/chain-words.ts';
import { findReceipt, wayTo } from '../../../../src/pages/record/agents/detail/find-receipt.ts';
import { comparisons, proofVerdict } from '../../../../src/pages/record/agents/proof/proof-words.ts';
import { reportChain } from '../../../../src/pages/record/agents/work/chain-report.ts';
import { reportProof } from '../../../../src/pages/record/agents/work/proof-report.ts';
import { graphOf, loaded, receiptsOf } from './receipts.ts';

async function* pages(receipts: readonly Receipt[], size = 5) {
  for (let start = 0; start < receipts.length; start += size) yield receipts.slice(start, start + size);
}

const report = (receipts: readonly Receipt[]) => reportChain('ags_00', pages(receipts), () => undefined);

/** A session with its end, and the root that its seal would state. */
function ended(count: number) {
  const covered = receiptsOf('ags_00', count);
  const root = toHex(createTree(covered.map((receipt) => nodeHash(nodeOfReceipt(receipt)))).root);
  const whole = receiptsOf('ags_00', count + 1, {
    [count]: { action_type: 'session.end', action_summary: '', details: { root, count } },
  });
  return { whole, root };
}

describe('reportChain', () => {
  it('holds over an ended session and finds its root', async () => {
    const { whole, root } = ended(12);
    const found = await report(whole);
    expect(found).toMatchObject({ nodes: 13, broken: null, root, covered: 12, end: { root, count: 12 } });
    const seal = { root, svc_74_attestation: 'ab'.repeat(74) };
    expect(chainVerdict(found, null, seal).look).toBe('verified');
    expect(chainVerdict(found, null, { ...seal, root: 'cd'.repeat(32) }).word).toBe('The seal does not match');
    expect(
      chainVerdict(await report(receiptsOf('ags_00', 4)), null, { root: null, svc_74_attestation: null }).look,
    ).toBe('inconclusive');
  });

  it('finds any removal, exchange, repetition and change but that of the newest receipts', async () => {
    const receipts = receiptsOf('ags_00', 14);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('remove', 'swap', 'repeat', 'edit'),
        async (at, act) => {
          const broken = receipts.slice();
          const [one, next] = [broken[at], broken[at + 1]];
          if (one === undefined || next === undefined) throw new TypeError('a receipt is missing');
          if (act === 'remove') broken.splice(at, 1);
          else if (act === 'swap') broken.splice(at, 2, next, one);
          else if (act === 'repeat') broken.splice(at, 0, one);
          else broken.splice(at, 1, { ...one, action_summary: 'Something else' });
          const found = await report(broken);
          expect(found.broken).not.toBeNull();
          expect(found.broken?.index).toBeGreaterThanOrEqual(at);
          expect(found.broken?.index).toBeLessThanOrEqual(at + 1);
          expect(found.around?.itself.node_id).toBe(broken[found.broken?.index ?? 0]?.node_id);
        },
      ),
    );
  });

  it('console H1: headline, sentence and mark name the receipt that the signatures show to be changed', async () => {
    const receipts = receiptsOf('ags_00', 8);
    // What receipt 4 says was changed, so that the link of receipt 5 is broken.
    const changed = receipts.map((receipt, at) =>
      at === 3 ? { ...receipt, action_summary: 'Something else' } : receipt,
    );
    const found = await report(changed);
    expect(found.broken?.index).toBe(4);
    const unsealed = { root: null, svc_74_attestation: null };
    const of = (signed: Parameters<typeof breakWords>[1]) => {
      const words = breakWords(found, signed);
      return { index: words?.index, ...chainVerdict(found, words, unsealed) };
    };
    const before = of({ before: false, itself: true });
    expect(before).toMatchObject({ index: 3, look: 'failed', word: 'Receipt 4 was changed' });
    expect(before.sentence).toContain('Receipts 1–3 are intact.');
    const itself = of({ before: true, itself: false });
    expect(itself).toMatchObject({ index: 4, word: 'Receipt 5 was changed' });
    expect(itself.sentence).toContain('Receipts 1–4 are intact.');
    expect(of({ before: true, itself: true })).toMatchObject({
      index: 4,
      word: 'Receipts are missing or moved before receipt 5',
    });
    for (const untold of [null, { before: false, itself: false }]) {
      expect(of(untold)).toMatchObject({ index: 4, word: 'Broken at receipt 5' });
    }
    expect(breakWords(await report(receipts), null)).toBeNull();
  });
});

describe('reportProof', () => {
  const provider = createSignatureProvider([nobleBackend], systemRandom);
  const key = provider.generateKeyPair('ML-DSA-65', new Uint8Array(32).fill(7));

  async function proofOf(receipts: readonly Receipt[], at: number): Promise<NodeProof> {
    const { publicKey, secretKey } = await key;
    const tree = createTree(receipts.map((receipt) => nodeHash(nodeOfReceipt(receipt))));
    const receipt = receipts[at];
    if (receipt === undefined) throw new TypeError('a receipt is missing');
    const bytes = nodeBytes(nodeOfReceipt(receipt));
    let index = at;
    let width = receipts.length;
    const merkle_proof: { hash: string; side: 'left' | 'right' }[] = [];
    for (const hash of tree.inclusionPath(at)) {
      // An odd last one moves up unhashed.
      while (index % 2 === 0 && index === width - 1) {
        index = Math.floor(index / 2);
        width = Math.ceil(width / 2);
      }
      merkle_proof.push({ hash: toHex(hash), side: index % 2 === 1 ? 'left' : 'right' });
      index = Math.floor(index / 2);
      width = Math.ceil(width / 2);
    }
    return {
      valid: true,
      merkle_proof,
      root: toHex(tree.root),
      tree_size: receipts.length,
      receipt,
      svc_74_attestation: null,
      checks: [],
      signature: toBase64(await provider.sign('ML-DSA-65', secretKey, bytes)),
      agent_public_key: toBase64(publicKey),
      seal: null,
      log: {
        head: { log_id: 'log_1', tree_size: 1, root: '00'.repeat(32), timestamp: '', keyset_id: 'k', signature: '' },
        index: 0,
        path: [],
      },
    };
  }

  it('recomputes hash, signature and root; a change anywhere shows', async () => {
    const receipts = receiptsOf('ags_00', 7);
    for (const at of [0, 3, 6]) {
      const proof = await proofOf(receipts, at);
      const found = await reportProof(proof, provider);
      expect(found.isSigned).toBe(true);
      expect(found.root).toBe(proof.root);
      const after = receipts[at + 1]?.parent_hash ?? null;
      const context = { beforeHash: proof.receipt.parent_hash, statedHash: after, session: null };
      expect(proofVerdict(comparisons(proof, found, context)).look).toBe('verified');
      const other = { ...proof, receipt: { ...proof.receipt, output_hash: 'ff'.repeat(32) } };
      const changed = await reportProof(other, provider);
      expect(changed.isSigned).toBe(false);
      expect(changed.root).not.toBe(proof.root);
      const looks = comparisons(other, changed, context);
      expect(looks.find(({ id }) => id === 'signature')?.look).toBe('failed');
      expect(proofVerdict(looks).look).toBe('failed');
    }
  });

  it('does not take for verified what cannot be compared', async () => {
    const proof = await proofOf(receiptsOf('ags_00', 2), 1);
    const found = await reportProof(proof, provider);
    const looks = comparisons(proof, found, { beforeHash: null, statedHash: null, session: null });
    expect(looks.filter(({ look }) => look === 'skipped').map(({ id }) => id)).toEqual(['hash', 'link', 'seal']);
    const outside = { ...proof, receipt: { ...proof.receipt, signature_status: 'expired' as const } };
    expect(proofVerdict(comparisons(outside, found, { beforeHash: null, statedHash: null, session: null })).look).toBe(
      'inconclusive',
    );
  });
});

describe('findReceipt', () => {
  const receipts = receiptsOf('ags_00', 9, {
    4: { action_type: 'session.delegate', details: { child_session_id: 'ags_01' } },
  });
  const graph = graphOf(
    loaded('ags_00', receipts),
    loaded(
      'ags_01',
      receiptsOf('ags_01', 3, { 1: { action_type: 'session.delegate', details: { child_session_id: 'ags_02' } } }),
    ),
    loaded('ags_02', receiptsOf('ags_02', 2)),
    loaded('ags_03', receiptsOf('ags_03', 2)),
  );

  it('finds by id, by the hash of the receipt, of its input and of its output', () => {
    expect(findReceipt(graph, ' node_000005 ')).toEqual({ sessionId: 'ags_00', node: 5, by: 'id' });
    expect(findReceipt(graph, 'node_010002')).toMatchObject({ sessionId: 'ags_01', node: 2 });
    const hash = receipts[6]?.parent_hash ?? '';
    expect(findReceipt(graph, hash)).toEqual({ sessionId: 'ags_00', node: 5, by: 'hash' });
    expect(findReceipt(graph, hash.slice(0, 9).toUpperCase())).toMatchObject({ node: 5, by: 'hash' });
    expect(findReceipt(graph, receipts[7]?.input_hash ?? '')).toMatchObject({ node: 7, by: 'input' });
    expect(findReceipt(graph, receipts[8]?.output_hash ?? '')).toMatchObject({ node: 8, by: 'output' });
  });

  it('finds nothing by too few digits, by what is no hash, or by a hash of elsewhere', () => {
    for (const given of [
      '',
      '1111',
      'no hash at all',
      'ef'.repeat(32),
      receipts[0]?.parent_hash ?? '',
      '1'.repeat(66),
    ]) {
      expect(findReceipt(graph, given), given).toBeNull();
    }
  });

  it('knows the way to a session that is delegated under this one, and that there is none to others', () => {
    expect(wayTo(graph, 'ags_00')).toEqual([]);
    expect(wayTo(graph, 'ags_02')).toEqual(['ags_01', 'ags_02']);
    expect(wayTo(graph, 'ags_03')).toBeNull();
  });
});
