import { withOwnSets } from '@touchstone/core/keys/join-trust.ts';
import { EMPTY_TRUST_STORE, type Trust } from '@touchstone/core/keys/trust.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { headerHash, type LedgerBlock } from '@touchstone/core/ledger/block.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildChain, NOW, newSigner, type TestSigner } from '../../../../../core/test/ledger/chain.ts';
import { type KeptHead, type LedgerReport, walkLedger } from '../../../../src/pages/record/ledger/check/report.ts';
import { chainSentence, signerToTrust } from '../../../../src/pages/record/ledger/verdict-words.ts';
import { pinned, provider } from './trusting.ts';

let signer: TestSigner;
let blocks: readonly LedgerBlock[];
beforeAll(async () => {
  signer = await newSigner();
  blocks = await buildChain(signer, [1, 0, 2]);
});

interface Walk {
  readonly trust?: Trust;
  readonly now?: number;
  readonly published?: boolean;
  readonly isWhole?: boolean;
  readonly kept?: KeptHead | null;
}

function walk(given: readonly LedgerBlock[], options: Walk = {}): Promise<LedgerReport> {
  const { trust = pinned(signer.keySet), now = NOW, published = true, isWhole = true, kept = null } = options;
  const keys = { published: published ? [signer.keySet] : [], trust };
  return walkLedger('ethereum', given, { keys, verifier: provider, now, isWhole, kept, isToTip: true });
}

function statusOf({ checks }: LedgerReport, id: string): string | undefined {
  return checks.find((check) => check.id === id)?.status;
}

function hashAt(height: number): string {
  const block = blocks[height - 1];
  if (block === undefined) throw new TypeError('no block');
  return headerHash(block.header);
}

describe('the signer', () => {
  it('is trusted where it is pinned', async () => {
    const report = await walk(blocks);
    expect(report.outcome).toBe('VERIFIED');
    expect(report.signers).toEqual([{ keySetId: 'ks_service', state: 'pinned', blocks: 3 }]);
    expect(report.head).toEqual({ height: 3, hash: hashAt(3) });
    expect(statusOf(report, 'scope.independent_time')).toBe('not_performed');
    expect(statusOf(report, 'scope.cut_tail')).toBe('not_performed');
    expect(chainSentence(report)).toBe('3 blocks with 3 anchors hold: links, Merkle roots and signatures.');
    expect(signerToTrust(report.signers)).toBeNull();
  });

  it('S41: is concluded nothing from where a time lies ahead, and no chain is broken', async () => {
    const report = await walk(blocks, { now: NOW - 3_600_000 });
    expect(report).toMatchObject({ outcome: 'PENDING', brokenAt: null, blocks: 3 });
    expect(report.checks.find(({ group }) => group === 'validity')).toMatchObject({
      status: 'pending',
      sentence: "3 headers: the stated time lies ahead of this computer's clock.",
      reason: 'TIME_AHEAD',
    });
  });

  it('console H2: is known where the service on this machine signed; a pinned set comes first', async () => {
    const own = [{ key_set: signer.keySet, state: 'current' }] as const;
    const report = await walk(blocks, { trust: withOwnSets(EMPTY_TRUST_STORE, own) });
    expect(report.outcome).toBe('VERIFIED');
    expect(report.signers).toEqual([{ keySetId: 'ks_service', state: 'own', blocks: 3 }]);
    expect(report.checks.find(({ id }) => id === 'trust.signer')?.sentence).toContain('others must pin');
    expect(signerToTrust(report.signers)).toBeNull();
    const pinnedToo = await walk(blocks, { trust: withOwnSets(pinned(signer.keySet), own) });
    expect(pinnedToo.signers).toEqual([{ keySetId: 'ks_service', state: 'pinned', blocks: 3 }]);
  });

  it('proves nothing where only the service vouches for itself', async () => {
    const report = await walk(blocks, { trust: EMPTY_TRUST_STORE });
    expect(report.outcome).toBe('PENDING');
    expect(statusOf(report, 'signature.headers')).toBe('passed');
    expect(statusOf(report, 'trust.signer')).toBe('pending');
    expect(signerToTrust(report.signers)).toBe('ks_service');
  });

  it('is not said to have signed where nobody knows it, or its key is revoked', async () => {
    const unknown = await walk(blocks, { trust: EMPTY_TRUST_STORE, published: false });
    expect(unknown.outcome).toBe('PENDING');
    expect(statusOf(unknown, 'signature.headers')).toBe('not_performed');
    expect(chainSentence(unknown)).toMatch(/^3 blocks with 3 anchors hold: links and Merkle roots\./);

    const [key] = signer.keySet.keys;
    const revocation = revokeKey(pinned(signer.keySet), key?.kid ?? '', NOW, 'stolen');
    if (!revocation.ok) throw new TypeError('not revoked');
    const revoked = await walk(blocks, { trust: revocation.store });
    expect(revoked.outcome).toBe('PENDING');
    expect(revoked.signers).toEqual([{ keySetId: 'ks_service', state: 'revoked', blocks: 3 }]);
    expect(signerToTrust(revoked.signers)).toBeNull();
  });

  it('fails where another key signed under the name of a pinned set', async () => {
    const impostor = await newSigner();
    const report = await walk(await buildChain(impostor, [1]));
    expect(report.outcome).toBe('FAILED');
    expect(report.brokenAt).toEqual({ height: 1, fault: 'SIGNATURE' });
  });
});

describe('the first broken block', () => {
  it('is located, and what follows from it is not said to hold', async () => {
    const [first, second, third] = blocks;
    if (first === undefined || second === undefined || third === undefined) throw new TypeError('no blocks');
    const anchors = third.anchors.map((anchor) => ({ ...anchor, commitment: 'f'.repeat(64) }));
    const changed = await walk([first, second, { ...third, anchors }]);
    expect(changed.outcome).toBe('FAILED');
    expect(changed.brokenAt).toEqual({ height: 3, fault: 'ROOT' });
    expect(statusOf(changed, 'integrity.roots')).toBe('failed');
    expect(statusOf(changed, 'integrity.links')).toBe('not_performed');
    expect(chainSentence(changed)).toContain('Block 3 does not hold');
    expect(chainSentence(changed)).toContain('2 blocks with 1 anchor before it hold.');

    const removed = await walk([first, third]);
    expect(removed.brokenAt).toEqual({ height: 2, fault: 'HEIGHT' });
    expect(statusOf(removed, 'integrity.links')).toBe('failed');
  });

  it('alone says nothing about links', async () => {
    const alone = await walk(blocks.slice(1, 2), { isWhole: false });
    expect(statusOf(alone, 'integrity.links')).toBe('not_performed');
    expect(statusOf(alone, 'scope.earlier_blocks')).toBe('not_performed');
    expect(chainSentence(alone)).toBe('1 block with 0 anchors holds: Merkle roots and signatures.');
  });

  it('is not there in an empty chain, and nothing passes', async () => {
    const { checks } = await walk([]);
    expect(checks.filter(({ status }) => status === 'passed')).toEqual([]);
  });
});

describe('a head that this browser kept', () => {
  const at = '2026-04-01T12:00:10.000Z';

  it('is still there', async () => {
    const report = await walk(blocks, { kept: { height: 2, hash: hashAt(2), at } });
    expect(statusOf(report, 'integrity.kept_head')).toBe('passed');
  });

  it('shows that newer blocks were cut off, or are others', async () => {
    const cut = await walk(blocks.slice(0, 2), { kept: { height: 3, hash: hashAt(3), at } });
    expect(cut.outcome).toBe('FAILED');
    expect(chainSentence(cut)).toContain('the chain ends at block 2');
    const replaced = await walk(blocks, { kept: { height: 3, hash: 'a'.repeat(64), at } });
    expect(replaced.outcome).toBe('FAILED');
  });

  it('may be gone after a restore that the ledger admits', async () => {
    const restored = await buildChain(signer, [1, 1], (header) =>
      header.height === 2
        ? {
            ...header,
            ledger_id: 'led_2',
            restored: {
              restored_at: '2026-04-01T13:00:00.000Z',
              backup_created_at: '2026-04-01T12:00:00.000Z',
              previous_ledger_id: 'led_1',
            },
          }
        : header,
    );
    const report = await walk(restored, { kept: { height: 3, hash: hashAt(3), at } });
    expect(report.brokenAt).toBeNull();
    expect(statusOf(report, 'integrity.kept_head')).toBe('pending');
    expect(report.restores).toEqual([{ height: 2, restoredAt: '2026-04-01T13:00:00.000Z' }]);
    const late = await walk(restored, { kept: { height: 3, hash: hashAt(3), at: '2026-04-01T14:00:00.000Z' } });
    expect(late.outcome).toBe('FAILED');
  });
});
