import { type AgentNode, nodeHash, openingHash } from '@touchstone/core/agent/node.ts';
import { makeSeal } from '@touchstone/core/agent/seal.ts';
import { verifySession } from '@touchstone/core/agent/verify-bundle.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import type { JsonObject, JsonValue } from '@touchstone/core/canonical-json.ts';
import type { GeneratedKeySet } from '@touchstone/core/keys/generate.ts';
import { keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  bytesOf,
  type Members,
  membersOf,
  NOW,
  newAgentKeys,
  newServiceSet,
  optionsFor,
  provider,
  type Recording,
  record,
  SCOPE,
  sealDocument,
  signNode,
  trusting,
} from './bundle-fixture.ts';
import { AGENT_ID, draftNode, hashOf, plainDrafts, SESSION_ID } from './fixture.ts';

let service: GeneratedKeySet;
let trust: TrustStore;
let recorded: Recording;
let open: Recording;

beforeAll(async () => {
  service = await newServiceSet();
  trust = trusting(service);
  recorded = await record({ service });
  open = await record({ service, isEnded: false, isSealed: false });
});

const judge = (bundle: JsonValue, store = trust): Promise<AgentReport> =>
  verifySession(bytesOf(bundle), optionsFor(store));
const changed = (changes: Members, base = recorded): Members => ({ ...base.bundle, ...changes });
const nodesOf = (base = recorded): JsonObject[] => [...(base.bundle.nodes as readonly JsonObject[])];
const nodeIn = (entry: JsonObject | undefined): Members => membersOf(entry?.node);
const statusOf = (report: AgentReport, id: string) => report.checks.find((check) => check.id === id)?.status;

describe('agents HIGH 1: an altered receipt of a seal', () => {
  const receiptWith = (base: JsonValue | undefined, change: Members): Members => {
    const seal = membersOf(base);
    return { ...seal, receipt: { ...membersOf(seal.receipt), ...change } };
  };
  const another = '2026-11-20T20:00:01.000Z';

  it.each(['seal', 'registration_seal'])('%s: another time is FAILED, ISSUED_AT_MISMATCH', async (which) => {
    const registration = membersOf(recorded.bundle.registration);
    const report = await judge(
      which === 'seal'
        ? changed({ seal: receiptWith(recorded.bundle.seal, { issued_at: another }) })
        : changed({
            registration: { ...registration, seal: receiptWith(registration.seal, { issued_at: another }) },
          }),
    );
    expect(report).toMatchObject({ outcome: 'FAILED', exit_code: 1, code: 'ISSUED_AT_MISMATCH' });
    expect(statusOf(report, `integrity.${which}_issued_at`)).toBe('failed');
  });

  it('the compact receipt of another seal is FAILED', async () => {
    const other = membersOf(membersOf(open.bundle.registration).seal);
    const { receipt_hex = '' } = membersOf(other.receipt);
    const report = await judge(changed({ seal: receiptWith(recorded.bundle.seal, { receipt_hex }) }));
    expect(report).toMatchObject({ outcome: 'FAILED', exit_code: 1 });
  });
});

describe('an intact bundle', () => {
  it('of a sealed session is VERIFIED', async () => {
    const report = await judge(recorded.bundle);
    expect(report.checks.filter(({ status }) => status === 'failed' || status === 'pending')).toEqual([]);
    expect(report).toMatchObject({ kind: 'session', outcome: 'VERIFIED', exit_code: 0, broken: null });
    expect(report.subject).toEqual({ session_id: SESSION_ID, agent_id: AGENT_ID, nodes: 7, sealed: 'yes' });
    expect(Object.values(report.signatures).map(({ status }) => status)).toEqual(['valid', 'valid', 'valid', 'valid']);
    for (const id of [
      'integrity.log',
      'signature.log_head',
      'integrity.seal_root',
      'integrity.end_node',
      'trust.agent_key',
    ]) {
      expect([id, statusOf(report, id)]).toEqual([id, 'passed']);
    }
    expect(new Set(report.checks.map(({ id }) => id)).size).toBe(report.checks.length);
  });

  it('of an imported session says in verdict, subject and scope that nobody watched it', async () => {
    const words = 'recorded afterwards from a trace, not attested while it ran';
    const origin = { source: 'otel', trace_id: 'a'.repeat(32) };
    const marked = (only: (index: number) => boolean) =>
      plainDrafts(3).map((draft, index) =>
        only(index) ? { ...draft, details: { ...draft.details, imported: origin } } : draft,
      );
    const whole = await judge((await record({ service, drafts: marked(() => true) })).bundle);
    expect(whole).toMatchObject({ outcome: 'VERIFIED', subject: { imported: expect.stringContaining(words) } });
    expect(whole.sentence).toMatch(new RegExp(`is missing\\. Imported: ${words}\\.$`));
    expect(statusOf(whole, 'scope.imported')).toBe('not_performed');
    const partly = await judge((await record({ service, drafts: marked((index) => index === 2) })).bundle);
    expect(partly.sentence).toContain(`1 of the 5 nodes is imported: ${words}.`);
    const unsealed = await record({ service, drafts: marked(() => true), isEnded: false, isSealed: false });
    expect((await judge(unsealed.bundle)).sentence).toContain(`Imported: ${words}.`);
    const without = await judge(recorded.bundle);
    expect(JSON.stringify(without)).not.toContain(words);
  });

  it('of a session that ran out is VERIFIED, its seal covering every node', async () => {
    const expired = await record({ service, isEnded: false });
    expect(await judge(expired.bundle)).toMatchObject({ outcome: 'VERIFIED' });
  });

  it('that is not sealed is PENDING: completeness cannot be concluded', async () => {
    const report = await judge(open.bundle);
    expect(report).toMatchObject({ outcome: 'PENDING', exit_code: 3, code: 'NOT_SEALED', broken: null });
    expect(statusOf(report, 'integrity.chain')).toBe('passed');
    expect(statusOf(report, 'trust.agent_key')).toBe('passed');
    const keyless = await judge({
      ...open.bundle,
      registration: { ...membersOf(open.bundle.registration), seal: null },
    });
    expect(statusOf(keyless, 'trust.agent_key')).toBe('pending');
    expect(keyless.code).toBe('NOT_SEALED');
  });

  it('without trusted keys is PENDING', async () => {
    const report = await judge(recorded.bundle, EMPTY_TRUST_STORE);
    expect(report).toMatchObject({ outcome: 'PENDING', exit_code: 3, code: 'SIGNER_NOT_TRUSTED' });
    expect(statusOf(report, 'integrity.chain')).toBe('passed');
    expect(statusOf(report, 'signature.seal_ml_dsa_65')).toBe('not_performed');
    expect(statusOf(report, 'trust.agent_key')).toBe('pending');
  });

  it('under a revoked key is PENDING', async () => {
    const [key] = service.keySet.keys;
    if (key === undefined) throw new Error('a key');
    const revoked = revokeKey(trust, keyThumbprint(key), NOW, 'lost');
    expect(await judge(recorded.bundle, revoked.ok ? revoked.store : trust)).toMatchObject({
      outcome: 'PENDING',
      code: 'KEY_REVOKED',
    });
  });

  it('needs neither log nor openings', async () => {
    const report = await judge(changed({ log: null, openings: {} }));
    expect(report.outcome).toBe('VERIFIED');
    expect(statusOf(report, 'integrity.log')).toBe('not_performed');
    expect(statusOf(report, 'integrity.registration_opening')).toBe('not_performed');
  });

  it('tells of its progress', async () => {
    const seen: number[] = [];
    const options = { ...optionsFor(trust), onProgress: (done: number, total: number) => seen.push(done, total) };
    await verifySession(bytesOf(recorded.bundle), options);
    expect(seen.slice(-2)).toEqual([7, 7]);
  });
});

describe('property: a change of the nodes is found and located', () => {
  const at = (random: number, count: number) => random % count;
  const runs = { numRuns: 25 };

  it('an edit of any member', async () => {
    const edits: readonly ((node: Members) => Members)[] = [
      (node) => ({ ...node, action_summary: 'changed' }),
      (node) => ({ ...node, input_hash: hashOf('changed') }),
      (node) => ({ ...node, details: { ...membersOf(node.details), status: 'denied', x: 1 } }),
      (node) => ({ ...node, timestamp: '2026-11-20T20:30:00.000Z' }),
    ];
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom(...edits), async (random, edit) => {
        const nodes = nodesOf();
        const place = at(random, nodes.length);
        nodes[place] = { ...nodes[place], node: edit(nodeIn(nodes[place])) } as JsonObject;
        const report = await judge(changed({ nodes }));
        expect(report).toMatchObject({ outcome: 'FAILED', exit_code: 1, code: 'SIGNATURE_INVALID' });
        expect([report.broken?.index, report.broken?.id]).toEqual([place, `node_${place}`]);
      }),
      runs,
    );
  });

  it('a removal, a swap, a repetition', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.constantFrom('remove', 'swap', 'repeat'), async (random, how) => {
        const nodes = nodesOf();
        const place = at(random, nodes.length - 1);
        const [here, next] = [nodes[place], nodes[place + 1]];
        if (here === undefined || next === undefined) throw new Error('two');
        if (how === 'remove') nodes.splice(place, 1);
        else if (how === 'swap') nodes.splice(place, 2, next, here);
        else nodes.splice(place, 0, here);
        const report = await judge(changed({ nodes }));
        expect(report).toMatchObject({ outcome: 'FAILED', code: 'CHAIN_BROKEN' });
        expect(report.broken?.index).toBe(how === 'repeat' ? place + 1 : place);
        expect(report.sentence).toContain(`node ${(report.broken?.index ?? 0) + 1} of ${nodes.length}`);
      }),
      runs,
    );
  });

  it('an insertion of a node that links right, even one signed by the key of the agent', async () => {
    for (let place = 1; place <= 6; place++) {
      const nodes = nodesOf();
      const before = recorded.nodes[place - 1];
      if (before === undefined) throw new Error('a node');
      const forged = { ...before, node_id: 'node_forged', action_type: 'forged', parent_hash: toHex(nodeHash(before)) };
      nodes.splice(place, 0, await signNode(forged, recorded.keys));
      const report = await judge(changed({ nodes }));
      expect(report).toMatchObject({ outcome: 'FAILED', code: 'CHAIN_BROKEN' });
      expect(report.broken?.index).toBe(place + 1);
    }
  });

  it('nodes missing at the end: the seal counts', async () => {
    for (let kept = 1; kept < 7; kept++) {
      const report = await judge(changed({ nodes: nodesOf().slice(0, kept), log: null }));
      expect(report).toMatchObject({ outcome: 'FAILED', code: 'SEAL_MISMATCH' });
      const count = report.checks.find(({ id }) => id === 'integrity.seal_count');
      // Without the end node the six before it are all there; only the end is missing.
      expect(count?.status).toBe(kept === 6 ? 'passed' : 'failed');
      expect(statusOf(report, 'integrity.seal_end_hash')).toBe('failed');
    }
  });

  it('a whole chain written anew under another key', async () => {
    const other = await record({ service, count: 3 });
    for (const name of ['seal', 'registration', 'agent', 'nodes']) {
      const report = await judge(changed({ [name]: other.bundle[name] ?? null, log: null }));
      expect([name, report.outcome]).toEqual([name, 'FAILED']);
    }
  });
});

describe('a seal that does not fit', () => {
  it.each<[string, Members, string]>([
    ['another session', { session_id: 'ags_2' }, 'seal_session'],
    ['another agent', { agent_id: 'agt_2' }, 'seal_agent'],
    ['another scope', { scope_hash: hashOf('scope') }, 'seal_scope'],
    ['another number of nodes', { count: 5 }, 'seal_count'],
    ['another first node', { first_hash: hashOf('x') }, 'seal_first_hash'],
    ['another last node', { last_hash: hashOf('x') }, 'seal_last_hash'],
    ['another root', { root: hashOf('x') }, 'seal_root'],
    ['another end', { end_hash: hashOf('x') }, 'seal_end_hash'],
    ['no end', { end_hash: null }, 'seal_end_hash'],
    ['another beginning', { started_at: '2026-11-20T20:00:00.001Z' }, 'seal_started_at'],
    ['another time of the end', { ended_at: '2026-11-20T20:00:00.001Z' }, 'seal_ended_at'],
  ])('%s: neither signed nor unsigned', async (_, change, name) => {
    const seal = membersOf(recorded.bundle.seal);
    const statement = { ...membersOf(seal.statement), ...change };
    const unsigned = await judge(changed({ seal: { ...seal, statement } }));
    expect(unsigned).toMatchObject({ outcome: 'FAILED', code: 'SEAL_MISMATCH' });
    expect(statusOf(unsigned, 'integrity.seal_payload')).toBe('failed');
    const signed = await judge(changed({ seal: await sealDocument(statement as never, service) }));
    expect(signed).toMatchObject({ outcome: 'FAILED', code: 'SEAL_MISMATCH' });
    expect(statusOf(signed, 'integrity.seal_payload')).toBe('passed');
    expect(statusOf(signed, `integrity.${name}`)).toBe('failed');
  });

  it('a receipt of another type, or under a set that signs what callers hand in', async () => {
    const { statement } = membersOf(recorded.bundle.seal);
    const typed = await judge(changed({ seal: await sealDocument(statement as never, service, 0x0c) }));
    expect(typed).toMatchObject({ outcome: 'FAILED', code: 'SEAL_MISMATCH' });
    const receipts = await newServiceSet('receipt', 'ks_receipts');
    const foreign = changed({ seal: await sealDocument(statement as never, receipts), log: null });
    expect(await judge(foreign, trusting(service, receipts))).toMatchObject({
      outcome: 'PENDING',
      code: 'SIGNER_NOT_TRUSTED',
    });
  });

  it('a signature that does not verify', async () => {
    const seal = membersOf(recorded.bundle.seal);
    const receipt = membersOf(seal.receipt);
    const other = membersOf((await sealDocument(seal.statement as never, await newServiceSet())).receipt as JsonObject);
    const report = await judge(
      changed({ seal: { ...seal, receipt: { ...receipt, signatures: other.signatures ?? null } } }),
    );
    expect(report.outcome).toBe('FAILED');
    expect(statusOf(report, 'signature.seal_ml_dsa_65')).toBe('failed');
  });

  it('a registration whose seal names another key', async () => {
    const registration = membersOf(recorded.bundle.registration);
    const { publicKey } = await provider.generateKeyPair('ML-DSA-65');
    const hash = nodeHash(recorded.registration);
    const facts = { sessionId: null, agentId: AGENT_ID, scope: null, hashes: [hash], endHash: null };
    const at = recorded.registration.timestamp;
    const seal = makeSeal({ ...facts, agentPublicKey: publicKey, startedAt: at, endedAt: at });
    const report = await judge(changed({ registration: { ...registration, seal: await sealDocument(seal, service) } }));
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'SEAL_MISMATCH' });
    expect(statusOf(report, 'integrity.registration_seal_key')).toBe('failed');
  });
});

describe('what else does not fit', () => {
  const sessionWith = (change: Members) => ({ session: { ...membersOf(recorded.bundle.session), ...change } });
  const logWith = (change: Members) => ({ log: { ...membersOf(recorded.bundle.log), ...change } });

  it.each<[string, () => Members, string, string]>([
    [
      'a wider scope than was opened',
      () => sessionWith({ scope: { ...SCOPE, max_value: 900 } as JsonObject }),
      'HASH_MISMATCH',
      'integrity.openings',
    ],
    ['another session id', () => sessionWith({ session_id: 'ags_2' }), 'CHAIN_BROKEN', 'integrity.chain'],
    [
      'an end before the nodes',
      () => sessionWith({ expires_at: '2026-11-20T20:00:02.000Z' }),
      'HASH_MISMATCH',
      'validity.session_time',
    ],
    [
      'a parent that it does not have',
      () => sessionWith({ parent_session_id: 'ags_0' }),
      'CHAIN_BROKEN',
      'integrity.parent_node',
    ],
    [
      'an opening that was changed',
      () => ({ openings: { node_registration: { agent_id: AGENT_ID } } }),
      'HASH_MISMATCH',
      'integrity.registration_opening',
    ],
    ['an opening of no node', () => ({ openings: { node_99: {} } }), 'HASH_MISMATCH', 'integrity.openings_named'],
    [
      'a node that is not in the log',
      () => logWith({ inclusion: [{ node_id: 'node_1', index: 0, path: [] }] }),
      'LOG_MISMATCH',
      'integrity.log',
    ],
    [
      'a head that was changed',
      () => logWith({ head: { ...membersOf(membersOf(recorded.bundle.log).head), tree_size: 9 } }),
      'LOG_MISMATCH',
      'signature.log_head',
    ],
  ])('%s', async (_, change, code, id) => {
    const report = await judge(changed(change()));
    expect(report.outcome).toBe('FAILED');
    expect([report.code, statusOf(report, id)]).toEqual([code, 'failed']);
  });

  it('a node outside of the scope that is recorded as permitted', async () => {
    const wrong = [{ action_type: 'session.start' }, { action_type: 'tool:other', details: { status: 'success' } }];
    const report = await judge((await record({ service, drafts: wrong })).bundle);
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'SCOPE_EXCEEDED' });
    expect(report.broken).toMatchObject({ index: 1, what: 'decision' });
    const right = [
      wrong[0] ?? { action_type: '' },
      { action_type: 'tool:other', details: { status: 'denied', rule: 'session.allowed_tools' } },
    ];
    expect((await judge((await record({ service, drafts: right })).bundle)).outcome).toBe('VERIFIED');
  });

  it('a delegation beyond the scope', async () => {
    const delegating = (scope: JsonObject) => [
      { action_type: 'session.start' },
      { action_type: 'session.delegate', details: { child_session_id: 'ags_2', scope } },
    ];
    const narrow = { ...SCOPE, max_value: 100 } as JsonObject;
    expect((await judge((await record({ service, drafts: delegating(narrow) })).bundle)).outcome).toBe('VERIFIED');
    const wide = { ...SCOPE, max_value: null } as JsonObject;
    const report = await judge((await record({ service, drafts: delegating(wide) })).bundle);
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'SCOPE_EXCEEDED' });
    expect(report.broken).toMatchObject({ index: 1, what: 'delegation' });
  });
});

describe('a delegated session', () => {
  const PARENT_SESSION = 'ags_0';
  const OPENING: JsonObject = { agent_id: 'agt_parent', duration_secs: 600 };
  const delegating = (details: JsonObject): AgentNode =>
    draftNode({
      node_id: 'node_parent',
      agent_id: 'agt_parent',
      session_id: PARENT_SESSION,
      action_type: 'session.delegate',
      input_hash: toHex(openingHash(OPENING)),
      parent_hash: hashOf('before'),
      details,
    });

  async function delegated(details: JsonObject): Promise<Members> {
    const parent = delegating(details);
    const child = await record({ service, below: toHex(nodeHash(parent)) });
    const session = { ...membersOf(child.bundle.session), parent_session_id: PARENT_SESSION };
    const openings = { ...membersOf(child.bundle.openings), node_parent: OPENING };
    return { ...child.bundle, session, openings, parent_node: await signNode(parent, await newAgentKeys()) };
  }

  it('hangs below the delegating node', async () => {
    const bundle = await delegated({ child_session_id: SESSION_ID, scope: { ...SCOPE } as JsonObject });
    const report = await judge(bundle);
    expect(report.checks.filter(({ status }) => status === 'failed' || status === 'pending')).toEqual([]);
    expect(report.outcome).toBe('VERIFIED');
    expect(statusOf(report, 'integrity.delegation_opening')).toBe('passed');
    expect(statusOf(report, 'signature.parent_node')).toBe('not_performed');
    const { parent_node: _, ...orphan } = bundle;
    expect(await judge(orphan)).toMatchObject({ outcome: 'FAILED', code: 'CHAIN_BROKEN' });
    const openings = { ...membersOf(bundle.openings), node_parent: { other: 1 } };
    expect(statusOf(await judge({ ...bundle, openings }), 'integrity.delegation_opening')).toBe('failed');
    const other = await signNode(delegating({ child_session_id: SESSION_ID }), recorded.keys);
    expect((await judge({ ...bundle, parent_node: other })).broken).toMatchObject({ index: 0, what: 'link' });
  });

  it.each<[string, JsonObject]>([
    ['another child', { child_session_id: 'ags_9', scope: { ...SCOPE } as JsonObject }],
    ['another scope', { child_session_id: SESSION_ID, scope: { ...SCOPE, max_value: 1 } as JsonObject }],
    ['no scope', { child_session_id: SESSION_ID }],
  ])('whose delegating node names %s', async (_, details) => {
    const report = await judge(await delegated(details));
    expect(report).toMatchObject({ outcome: 'FAILED', code: 'CHAIN_BROKEN' });
    expect(statusOf(report, 'integrity.delegation')).toBe('failed');
  });
});
