import { toHex } from '@touchstone/core/bytes.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { transactionId } from '@touchstone/core/ledger/anchor.ts';
import { type LedgerBlock, proveAnchor } from '@touchstone/core/ledger/block.ts';
import { beforeAll, expect, it } from 'vitest';
import { buildChain, NOW, newSigner, type TestSigner } from '../../../../../core/test/ledger/chain.ts';
import { judgeAnchor, type StatedAnchor } from '../../../../src/pages/record/ledger/check/anchor-report.ts';
import { pinned, provider } from './trusting.ts';

let signer: TestSigner;
let stated: StatedAnchor & { readonly proof: NonNullable<StatedAnchor['proof']> };
beforeAll(async () => {
  signer = await newSigner();
  const [block] = await buildChain(signer, [5]);
  stated = statedOf(block);
});

function statedOf(block: LedgerBlock | undefined) {
  const entry = block?.anchors[3];
  if (block === undefined || entry === undefined) throw new TypeError('no anchor');
  const proof = proveAnchor(block.anchors, 3);
  return {
    entry,
    txHash: transactionId('ethereum', entry),
    proof: { ...proof, path: proof.path.map(toHex), header: block.header, signature: block.signature },
  };
}

const judge = (anchor: StatedAnchor, isPinned = true) =>
  judgeAnchor(
    'ethereum',
    anchor,
    { published: [signer.keySet], trust: isPinned ? pinned(signer.keySet) : EMPTY_TRUST_STORE },
    provider,
    NOW,
  );

it('verifies an anchor in a block of a pinned signer', async () => {
  const { outcome, checks } = await judge(stated);
  expect(outcome).toBe('VERIFIED');
  expect(checks.map(({ id, status }) => `${id} ${status}`)).toEqual([
    'integrity.transaction passed',
    'integrity.inclusion passed',
    'signature.header passed',
    'trust.signer passed',
    'scope.independent_time not_performed',
  ]);
});

it('cannot conclude under the word of the service alone, nor before a block has it', async () => {
  expect(await judge(stated, false)).toMatchObject({ outcome: 'PENDING', signer: { state: 'published' } });
  expect(await judge({ ...stated, proof: null })).toMatchObject({ outcome: 'PENDING', signer: null });
});

it('fails for another commitment, kind, place or signature', async () => {
  const { entry, proof } = stated;
  const changes: readonly StatedAnchor[] = [
    { ...stated, entry: { ...entry, commitment: 'f'.repeat(64) } },
    { ...stated, entry: { ...entry, kind: 'invoice' } },
    { ...stated, txHash: `0x${'1'.repeat(64)}` },
    { ...stated, proof: { ...proof, index: 2 } },
    { ...stated, proof: { ...proof, path: proof.path.slice(1) } },
    { ...stated, proof: { ...proof, header: { ...proof.header, height: 2 } } },
    { ...stated, proof: { ...proof, signature: 'AAAA' } },
  ];
  for (const change of changes) expect((await judge(change)).outcome).toBe('FAILED');
  // Also where its own transaction id fits: it is still not in the block.
  const forged = { ...entry, commitment: 'f'.repeat(64) };
  const named = { ...stated, entry: forged, txHash: transactionId('ethereum', forged) };
  const { checks } = await judge(named);
  expect(checks.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual(['integrity.inclusion']);
});
