import { verifyNode } from '@touchstone/core/agent/verify-node.ts';
import { fromHex, toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject, JsonValue } from '@touchstone/core/canonical-json.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { createTree } from '@touchstone/core/log/tree.ts';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  bytesOf,
  type Members,
  membersOf,
  newServiceSet,
  optionsFor,
  type Recording,
  record,
  trusting,
} from './bundle-fixture.ts';
import { hashOf } from './fixture.ts';

let service: GeneratedKeySet;
let trust: TrustStore;
let recorded: Recording;

beforeAll(async () => {
  service = await newServiceSet();
  trust = trusting(service);
  recorded = await record({ service });
});

const judge = (proof: JsonValue, store = trust): Promise<AgentReport> => verifyNode(bytesOf(proof), optionsFor(store));
const statusOf = (report: AgentReport, id: string) => report.checks.find((check) => check.id === id)?.status;

/** Sides from the shape of the tree: whether the sibling of a leaf's ancestor stands to its left. */
function sidesOf(index: number, size: number): ('left' | 'right')[] {
  if (size === 1) return [];
  let split = 1;
  while (2 * split < size) split *= 2;
  return index < split ? [...sidesOf(index, split), 'right'] : [...sidesOf(index - split, size - split), 'left'];
}

/** The proof of a node as `GET /proof/:id` answers it: over the session's nodes. */
function proofOf(index: number, base = recorded): Members {
  const covered = createTree(base.hashes.slice(0, -1));
  const sides = sidesOf(index, covered.size);
  const entry = membersOf((base.bundle.nodes as readonly JsonObject[])[index]);
  const seal = membersOf(base.bundle.seal);
  return {
    valid: true,
    merkle_proof: covered.inclusionPath(index).map((hash, at) => ({ hash: toHex(hash), side: sides[at] ?? 'left' })),
    root: toHex(covered.root),
    tree_size: covered.size,
    receipt: {
      ...membersOf(entry.node),
      signature_status: 'valid',
      svc_74_status: 'anchored',
      verification_url: 'http://127.0.0.1:7433/api/v1/agents/proof/x',
    },
    svc_74_attestation: membersOf(seal.receipt).handle ?? null,
    checks: [],
    signature: entry.signature ?? '',
    agent_public_key: toBase64(base.keys.publicKey),
    seal,
    log: null,
  };
}

/** The proof of a node over the log: of the end node, or of one that is not sealed. */
function logProofOf(index: number): Members {
  const log = membersOf(recorded.bundle.log);
  const [, last] = log.inclusion as readonly JsonObject[];
  const sides = sidesOf(index + 1, recorded.hashes.length + 1);
  const path = (last?.path ?? []) as readonly string[];
  const head = membersOf(log.head);
  return {
    ...proofOf(0),
    ...{ receipt: membersOf((recorded.bundle.nodes as readonly JsonObject[])[index]).node ?? null },
    signature: membersOf((recorded.bundle.nodes as readonly JsonObject[])[index]).signature ?? '',
    merkle_proof: path.map((hash, at) => ({ hash, side: sides[at] ?? 'left' })),
    root: head.root ?? '',
    tree_size: head.tree_size ?? 0,
    log: { head, index: index + 1, path },
  };
}

describe('an intact proof', () => {
  it('of every sealed node is VERIFIED', async () => {
    for (let index = 0; index < 6; index++) {
      const report = await judge(proofOf(index));
      expect(report).toMatchObject({ kind: 'node', outcome: 'VERIFIED', exit_code: 0 });
      expect(report.subject).toMatchObject({
        node_id: `node_${index}`,
        hash: toHex(recorded.hashes[index] ?? new Uint8Array()),
      });
    }
  });

  it('of the end node is VERIFIED by the seal that names it, its way leading to the log', async () => {
    const report = await judge(logProofOf(6));
    expect(report.checks.filter(({ status }) => status === 'failed' || status === 'pending')).toEqual([]);
    expect(report.outcome).toBe('VERIFIED');
    expect(statusOf(report, 'signature.log_head')).toBe('passed');
  });

  it('that is not sealed is PENDING, with a signed head and without', async () => {
    for (const log of [logProofOf(6).log ?? null, null]) {
      const report = await judge({ ...logProofOf(6), seal: null, svc_74_attestation: null, log });
      expect(report).toMatchObject({ outcome: 'PENDING', exit_code: 3, code: 'NOT_SEALED' });
    }
    const { seal: _, log: __, ...bare } = proofOf(2);
    expect(await judge(bare)).toMatchObject({ outcome: 'PENDING', code: 'NOT_BOUND' });
  });

  it('without trusted keys is PENDING', async () => {
    expect(await judge(proofOf(2), EMPTY_TRUST_STORE)).toMatchObject({
      outcome: 'PENDING',
      code: 'SIGNER_NOT_TRUSTED',
    });
    expect(await judge(logProofOf(6), EMPTY_TRUST_STORE)).toMatchObject({
      outcome: 'PENDING',
      code: 'SIGNER_NOT_TRUSTED',
    });
  });
});

describe('a proof that does not hold', () => {
  const receiptWith = (change: Members) => ({ receipt: { ...membersOf(proofOf(2).receipt), ...change } });
  const steps = () => [...(proofOf(2).merkle_proof as readonly JsonObject[])];

  it.each<[string, () => Members, string, string]>([
    ['a changed node', () => receiptWith({ action_summary: 'x' }), 'HASH_MISMATCH', 'integrity.merkle_proof'],
    ['another node', () => ({ receipt: proofOf(3).receipt ?? null }), 'HASH_MISMATCH', 'integrity.merkle_proof'],
    ['a step less', () => ({ merkle_proof: steps().slice(1) }), 'HASH_MISMATCH', 'integrity.merkle_proof'],
    [
      'a step more',
      () => ({ merkle_proof: [...steps(), ...steps().slice(0, 1)] }),
      'HASH_MISMATCH',
      'integrity.merkle_proof',
    ],
    [
      'another side',
      () => ({ merkle_proof: steps().map((step, at) => ({ ...step, side: at === 0 ? 'left' : 'right' })) }),
      'HASH_MISMATCH',
      'integrity.merkle_proof',
    ],
    [
      'another sibling',
      () => ({ merkle_proof: steps().map((step) => ({ ...step, hash: hashOf('x') })) }),
      'HASH_MISMATCH',
      'integrity.merkle_proof',
    ],
    ['another size', () => ({ tree_size: 5 }), 'SEAL_MISMATCH', 'integrity.seal_count'],
    ['a size without such a way', () => ({ tree_size: 64 }), 'HASH_MISMATCH', 'integrity.merkle_proof'],
    ['another root', () => ({ root: hashOf('x') }), 'HASH_MISMATCH', 'integrity.merkle_proof'],
    [
      'the signature of another node',
      () => ({ signature: proofOf(3).signature ?? '' }),
      'SIGNATURE_INVALID',
      'signature.node',
    ],
    ['another handle', () => ({ svc_74_attestation: 'ab'.repeat(74) }), 'SEAL_MISMATCH', 'integrity.seal_handle'],
    ['no handle', () => ({ svc_74_attestation: null }), 'SEAL_MISMATCH', 'integrity.seal_handle'],
    [
      'a place in the log that is not its own',
      () => ({ log: logProofOf(6).log ?? null }),
      'LOG_MISMATCH',
      'integrity.log',
    ],
  ])('%s', async (_, change, code, id) => {
    const report = await judge({ ...proofOf(2), ...change() });
    expect(report).toMatchObject({ outcome: 'FAILED', exit_code: 1 });
    expect([report.code, statusOf(report, id)]).toEqual([code, 'failed']);
  });

  it('another key, even one under which the signature holds: the seal names the key', async () => {
    const other = await record({ service });
    const report = await judge({
      ...proofOf(2, other),
      seal: proofOf(2).seal ?? null,
      svc_74_attestation: proofOf(2).svc_74_attestation ?? null,
    });
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'SEAL_MISMATCH' });
    expect(statusOf(report, 'integrity.seal_key')).toBe('failed');
  });

  it('a way whose sides are those of another leaf, although the hashes lead to the root', async () => {
    // Leaf and sibling change places: only the shape of a tree of one leaf more could have that.
    const report = await judge({ ...proofOf(5), tree_size: 7 });
    expect(report.outcome).toBe('FAILED');
  });
});

describe('what is no proof', () => {
  it.each<[string, () => Uint8Array, string]>([
    ['no JSON', () => utf8('x'), 'format.json'],
    ['an unknown member', () => bytesOf({ ...proofOf(1), note: 1 }), 'format.schema.note'],
    ['no receipt', () => bytesOf({ ...proofOf(1), receipt: null }), 'format.schema.receipt'],
    [
      'a side that is none',
      () => bytesOf({ ...proofOf(1), merkle_proof: [{ hash: hashOf('x'), side: 'up' }] }),
      'format.schema.merkle_proof[0].side',
    ],
    [
      'a handle of another length',
      () => bytesOf({ ...proofOf(1), svc_74_attestation: 'ab' }),
      'format.schema.svc_74_attestation',
    ],
    [
      'hashes in upper case',
      () => bytesOf({ ...proofOf(1), root: toHex(fromHex(hashOf('x')) ?? new Uint8Array()).toUpperCase() }),
      'format.schema.root',
    ],
  ])('%s', async (_, bytes, id) => {
    const report = await verifyNode(bytes(), optionsFor(trust));
    expect(report).toMatchObject({ outcome: 'INPUT_ERROR', exit_code: 2, code: 'FORMAT' });
    expect(report.checks.find(({ status }) => status === 'failed')?.id).toBe(id);
  });
});
