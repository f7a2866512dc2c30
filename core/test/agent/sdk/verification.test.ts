import { type AgentNode, nodeBytes, nodeHash } from '@touchstone/core/agent/node.ts';
import { agentsOn } from '@touchstone/core/agent/sdk.ts';
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { parameterSets } from '@touchstone/core/sign/ml-dsa.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { fakeServer, testPlatform } from './fake-server.ts';

const node: AgentNode = {
  node_id: 'node_1',
  agent_id: 'agt_1',
  session_id: 'ags_1',
  timestamp: '2026-04-01T12:00:00.000Z',
  action_type: 'a',
  action_summary: 's',
  input_hash: '1'.repeat(64),
  output_hash: '',
  parent_hash: '2'.repeat(64),
  details: {},
};
type Members = Record<string, unknown>;
let proof: Members;
const chain = { intact: true, nodes: 3, session_id: 'ags_1', sealed: true, broken_at: null, checks: [] };

beforeAll(() => {
  const family = parameterSets.find(({ algorithm }) => algorithm === 'ML-DSA-65');
  if (family === undefined) throw new Error('no ML-DSA-65');
  const { publicKey, secretKey } = family.generateKeyPair(new Uint8Array(32).fill(7));
  const left = sha256(Uint8Array.of(0, ...sha256(new Uint8Array())));
  const right = sha256(Uint8Array.of(0, ...nodeHash(node)));
  proof = {
    valid: true,
    merkle_proof: [{ hash: toHex(left), side: 'left' }],
    root: toHex(sha256(Uint8Array.of(1, ...left, ...right))),
    tree_size: 2,
    receipt: { ...node, signature_status: 'valid', svc_74_status: 'anchored', verification_url: 'http://x' },
    svc_74_attestation: null,
    checks: [],
    signature: toBase64(family.sign(secretKey, nodeBytes(node))),
    agent_public_key: toBase64(publicKey),
  };
});

function verify(changes: { proof?: Members; receipt?: Members; chain?: Members }, id = 'node_1') {
  const sent: (string | undefined)[] = [];
  const platform = {
    ...testPlatform(fakeServer(), { TOUCHSTONE_API_KEY: 'secret' }),
    fetch: async (url: string, init: { readonly headers: Record<string, string> }) => {
      sent.push(init.headers.authorization);
      const receipt = { ...(proof.receipt as Members), ...changes.receipt };
      const body = url.includes('/proof/') ? { ...proof, receipt, ...changes.proof } : { ...chain, ...changes.chain };
      return { status: 200, headers: { get: () => null }, text: async () => JSON.stringify(body) };
    },
  };
  return agentsOn(platform)
    .verify(id)
    .then((verification) => ({ ...verification, sent }));
}

describe('verification', () => {
  it('combines what is computed here with what the server finds, without a key', async () => {
    expect(await verify({})).toEqual({
      valid: true,
      integrity: { chain: true, signatures: true, replay: true },
      command: 'pq-verify session --file ags_1.pqs.json --keys service.pqkeys.json',
      sealed: true,
      nodes: 3,
      checks: [],
      sent: [undefined, undefined],
    });
  });

  it.each([
    ['a changed receipt', { receipt: { action_type: 'b' } }, { chain: true, signatures: false, replay: false }],
    ['another root', { proof: { root: '0'.repeat(64) } }, { chain: true, signatures: true, replay: false }],
    ['another path', { proof: { merkle_proof: [] } }, { chain: true, signatures: true, replay: false }],
    ['another signature', { proof: { signature: 'AAAA' } }, { chain: true, signatures: false, replay: true }],
    ['another key', { proof: { agent_public_key: 'AAAA' } }, { chain: true, signatures: false, replay: true }],
    ['a broken chain', { chain: { intact: false } }, { chain: false, signatures: true, replay: true }],
    ['a place where it breaks', { chain: { broken_at: 'node_2' } }, { chain: false, signatures: true, replay: true }],
    ['a proof that the server refuses', { proof: { valid: false } }, { chain: true, signatures: true, replay: true }],
  ])('finds %s', async (_, changes, integrity) => {
    expect(await verify(changes)).toMatchObject({ valid: false, integrity });
  });

  it('of another node than was asked for does not count', async () => {
    expect(await verify({}, 'node_2')).toMatchObject({ valid: false, integrity: { signatures: false, replay: false } });
  });

  it.each([
    ['no path', { proof: { merkle_proof: undefined } }],
    ['a receipt without its hash', { receipt: { input_hash: 'x' } }],
    ['checks that are no list', { proof: { checks: {} } }],
  ])('refuses an answer with %s', async (_, changes) => {
    await expect(verify(changes)).rejects.toMatchObject({ reason: 'unreachable' });
  });

  it('of a registration names the node', async () => {
    const registration = { session_id: null, parent_hash: null };
    expect(await verify({ receipt: registration })).toMatchObject({
      command: 'pq-verify node --file node_1.json --keys service.pqkeys.json',
      nodes: 1,
    });
  });
});
