/**
 * Verifies the public proof of one node offline: the saved answer of `GET /api/v1/agents/proof/:id`. The way to the stated root
 * proves something only where a trusted key has signed that root: the seal's receipt, or a head of the log.
 */

import { fromBase64, toHex } from '../bytes.ts';
import type { JsonObject, JsonValue } from '../canonical-json.ts';
import type { SignedLogHead } from '../log/head.ts';
import { checkNewHead } from '../log/judge-head.ts';
import { readHead, readPath } from '../log/read-head.ts';
import { leafHash, pairHash, verifyInclusion } from '../log/tree.ts';
import { MAX_FILE_BYTES, parseStrictJson } from '../strict-json.ts';
import { base64, count, exactly, hashBytes, listOf, oneOf, orNull, Unreadable } from '../strict-members.ts';
import { parseIsoTime } from '../time.ts';
import {
  addImported,
  agentFileRefused,
  agentReport,
  IMPORTED,
  type VerifyAgentOptions,
} from '../verdict/agent-report.ts';
import { CheckList } from '../verdict/checks.ts';
import type { JudgedStatement } from '../verdict/statement-check.ts';
import { checkClock } from '../verdict/trust-used.ts';
import { agentFileUnreadable, internalFault } from '../verdict/unreadable.ts';
import type { AgentReport, SlotReport } from '../verdict/verification-report.ts';
import { bytesOfHash } from './judge-nodes.ts';
import {
  AGENT_SIGNATURE_ALGORITHM,
  type AgentNode,
  isImported,
  NODE_MEMBERS,
  nodeBytes,
  nodeHash,
  nodeVersion,
} from './node.ts';
import { type LogPlace, readNode, readSeal, type SealDocument } from './read-node.ts';
import { checkSealReceipt, compareStatement, type JudgedSeal, uncoveredIn } from './seal-checks.ts';

export interface NodeProof {
  readonly node: AgentNode;
  readonly merkleProof: readonly { readonly hash: Uint8Array; readonly side: 'left' | 'right' }[];
  readonly root: Uint8Array;
  readonly treeSize: number;
  /** 148 hex digits. */
  readonly handle: string | null;
  /** Base64. */
  readonly signature: string;
  readonly agentPublicKey: string;
  readonly seal: SealDocument | null;
  readonly log: (LogPlace & { readonly head: SignedLogHead }) | null;
}

export type NodeProofResult =
  | { readonly ok: true; readonly proof: NodeProof }
  | { readonly ok: false; readonly field: string; readonly message: string };

/** `format` of a proof for a node of version 2; a proof for version 1 has no such member. */
export const NODE_PROOF_FORMAT = 'svc-agent-proof/v2';

const MEMBERS = [
  'valid',
  'merkle_proof',
  'root',
  'tree_size',
  'receipt',
  'svc_74_attestation',
  'checks',
  'signature',
  'agent_public_key',
];
/** The members of a receipt beside its node: its state when it was answered. */
const RECEIPT_MEMBERS = ['signature_status', 'svc_74_status', 'verification_url'];

/** Reads a saved proof strictly. What it says of its own validity (`valid`, `checks`) is never believed. */
export function parseNodeProof(bytes: Uint8Array): NodeProofResult {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok) return { ok: false, field: '', message: parsed.message };
  try {
    return { ok: true, proof: readProof(parsed.value) };
  } catch (error) {
    if (error instanceof Unreadable) return { ok: false, field: error.field, message: error.message };
    throw error;
  }
}

function readProof(value: JsonValue): NodeProof {
  const members = exactly(value, '', MEMBERS, ['seal', 'log', 'format']);
  const { svc_74_attestation: handle } = members;
  if (handle !== null && !(typeof handle === 'string' && /^[0-9a-f]{148}$/.test(handle))) {
    throw new Unreadable('svc_74_attestation', 'It is neither null nor 148 lower-case hex digits.');
  }
  const node = readNode(withoutState(members.receipt), 'receipt');
  // Readers of version 1 refuse the unknown member `format`, and so never judge a proof of version 2 by their own rules.
  const format = nodeVersion(node) === 1 ? undefined : NODE_PROOF_FORMAT;
  if (members.format !== format) {
    throw new Unreadable('format', `It is not ${format ?? 'missing, as in the proof of a node of version 1'}.`);
  }
  return {
    node,
    merkleProof: listOf(members.merkle_proof, 'merkle_proof', (item, at) => {
      const { hash, side } = exactly(item, at, ['hash', 'side']);
      return { hash: hashBytes(hash, `${at}.hash`), side: oneOf(side, `${at}.side`, ['left', 'right']) };
    }),
    root: hashBytes(members.root, 'root'),
    treeSize: count(members.tree_size, 'tree_size', 1),
    handle,
    signature: base64(members.signature, 'signature'),
    agentPublicKey: base64(members.agent_public_key, 'agent_public_key'),
    seal: orNull(members.seal ?? null, 'seal', readSeal),
    log: orNull(members.log ?? null, 'log', (found, at) => {
      const { head, index, path } = exactly(found, at, ['head', 'index', 'path']);
      return {
        head: readHead(head, `${at}.head`),
        index: count(index, `${at}.index`, 0),
        path: readPath(path, `${at}.path`),
      };
    }),
  };
}

function withoutState(receipt: JsonValue | undefined): JsonObject {
  const members = exactly(receipt, 'receipt', NODE_MEMBERS, RECEIPT_MEMBERS);
  return Object.fromEntries(NODE_MEMBERS.map((name) => [name, members[name] ?? null]));
}

/** Judges one proof. Never rejects for anything that a file can hold. */
export async function verifyNode(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  return judgeNode(bytes, options).catch((error: unknown) =>
    agentFileUnreadable('node', internalFault(error, bytes.length), options),
  );
}

async function judgeNode(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  const checks = new CheckList();
  const read = parseNodeProof(bytes);
  if (!read.ok) {
    const expected = `at most ${MAX_FILE_BYTES} bytes of JSON text that every parser reads alike`;
    return agentFileRefused('node', bytes, { ...read, expected }, checks, options);
  }
  const { proof } = read;
  checks.add('format', 'proof', { status: 'passed', sentence: 'The file has the members of a node proof.' });
  const hash = nodeHash(proof.node);
  checks.compare('integrity', 'merkle_proof', {
    expected: toHex(proof.root),
    found: rootOf(hash, proof) ?? `a way that is none in a tree of ${proof.treeSize} leaves`,
    code: 'HASH_MISMATCH',
    passed: 'The way from the node leads to the stated root.',
    failed: 'The way from the node does not lead to the stated root: the node or the way was changed.',
  });
  const agent = await checkSignature(proof, checks, options);
  const seal = proof.seal === null ? null : await checkSeal(proof, proof.seal, hash, checks, options);
  const head = await checkLog(proof, hash, checks, options);
  checkClock('The node', parseIsoTime(proof.node.timestamp) ?? 0, options.now, 'recorded_at', checks);
  checkBound(proof, seal, checks);
  addScope(checks);
  if (isImported(proof.node)) addImported(checks);
  return agentReport(
    bytes,
    {
      kind: 'node',
      checks,
      subject: {
        node_id: proof.node.node_id,
        agent_id: proof.node.agent_id,
        ...(proof.node.session_id === null ? {} : { session_id: proof.node.session_id }),
        action: proof.node.action_type,
        hash: toHex(hash),
        ...(isImported(proof.node) ? { imported: IMPORTED } : {}),
      },
      broken: null,
      signatures: { agent, ...seal?.signatures },
      isDemo: head?.isDemo === true || seal?.isDemo === true,
      used: [...(seal?.used ?? []), ...(head?.used ?? [])],
      notCovered: [
        'valid',
        'checks',
        ...RECEIPT_MEMBERS.map((name) => `receipt.${name}`),
        // The seal names the end of a session by its hash; the position in the tree is only stated.
        ...(proof.seal?.statement.end_hash === toHex(hash) ? ['merkle_proof', 'root', 'tree_size'] : []),
        ...uncoveredIn(seal, 'seal'),
      ],
      imported: isImported(proof.node) ? `Imported: ${IMPORTED}.` : null,
    },
    options,
  );
}

/** The root that the path leads to, hex; null where no leaf of a tree of that size has a path with these sides. */
function rootOf(hash: Uint8Array, { merkleProof, treeSize }: NodeProof): string | null {
  if (indexOf(merkleProof, treeSize) === null) return null;
  const reached = merkleProof.reduce(
    (below, { hash: sibling, side }) => (side === 'left' ? pairHash(sibling, below) : pairHash(below, sibling)),
    leafHash(hash),
  );
  return toHex(reached);
}

/** The leaf whose path in a tree of `size` leaves has these sides; null where there is none. */
function indexOf(steps: NodeProof['merkleProof'], size: number): number | null {
  let at = 0;
  let width = size;
  for (let step = steps.length - 1; step >= 0; step--) {
    if (width < 2) return null;
    let split = 1;
    while (2 * split < width) split *= 2;
    if (steps[step]?.side === 'left') {
      at += split;
      width -= split;
    } else {
      width = split;
    }
  }
  return width === 1 ? at : null;
}

async function checkSignature(
  { node, signature, agentPublicKey }: NodeProof,
  checks: CheckList,
  { verifier }: VerifyAgentOptions,
): Promise<SlotReport> {
  const algorithm = AGENT_SIGNATURE_ALGORITHM;
  const key = fromBase64(agentPublicKey) ?? new Uint8Array();
  const holds = await verifier.verify(algorithm, key, nodeBytes(node), fromBase64(signature) ?? new Uint8Array());
  if (holds) {
    checks.add('signature', 'node', {
      status: 'passed',
      sentence: `${algorithm}: the signature over the node verifies.`,
    });
    return { status: 'valid', algorithm };
  }
  const sentence = `${algorithm}: the node is not signed by the stated key of the agent.`;
  checks.add('signature', 'node', { status: 'failed', sentence, reason: 'SIGNATURE_INVALID' });
  return { status: 'invalid', algorithm, reason: sentence };
}

/** The seal covers the node by its root, or names it as the end of the session. */
async function checkSeal(
  proof: NodeProof,
  seal: SealDocument,
  hash: Uint8Array,
  checks: CheckList,
  options: VerifyAgentOptions,
): Promise<JudgedSeal> {
  const { statement, receipt } = seal;
  const { node } = proof;
  const hex = toHex(hash);
  const isEnd = statement.end_hash === hex;
  const handle = receipt.handle;
  compareStatement(
    [
      {
        name: 'session',
        stated: statement.session_id ?? 'none',
        found: node.session_id ?? 'none',
        what: 'the session',
      },
      { name: 'agent', stated: statement.agent_id, found: node.agent_id, what: 'the agent' },
      { name: 'key', stated: statement.agent_public_key, found: proof.agentPublicKey, what: "the agent's key" },
      ...(isEnd
        ? []
        : [
            { name: 'root', stated: statement.root, found: toHex(proof.root), what: 'the root' },
            {
              name: 'count',
              stated: String(statement.count),
              found: String(proof.treeSize),
              what: 'the number of nodes',
            },
          ]),
      {
        name: 'handle',
        stated: typeof handle === 'string' ? handle : 'none',
        found: proof.handle ?? 'none',
        what: 'the handle',
      },
    ],
    'seal',
    checks,
  );
  return checkSealReceipt(seal, 'seal', options, checks);
}

async function checkLog(
  { log }: NodeProof,
  hash: Uint8Array,
  checks: CheckList,
  options: VerifyAgentOptions,
): Promise<JudgedStatement | null> {
  if (log === null) {
    const reason = 'The file has no signed tree head.';
    checks.add('integrity', 'log', { status: 'not_performed', sentence: "The node in the service's log.", reason });
    return null;
  }
  const { head, index, path } = log;
  const holds = verifyInclusion(hash, { index, size: head.tree_size, path }, bytesOfHash(head.root));
  checks.add('integrity', 'log', {
    ...(holds
      ? { status: 'passed', sentence: "The node is in the service's log." }
      : {
          status: 'failed',
          sentence: "The node is not in the service's log where the file says.",
          reason: 'LOG_MISMATCH',
        }),
    expected: `leaf ${index} of ${head.tree_size}, root ${head.root}`,
  });
  return checkNewHead(head, 'log_head', options, checks);
}

/** Only a seal shows whose key signed. A head of the log shows that the service recorded the node, and no more. */
function checkBound({ seal, handle }: NodeProof, judged: JudgedSeal | null, checks: CheckList): void {
  if (seal === null) {
    checks.add('trust', 'agent_key', {
      status: 'pending',
      ...(handle === null
        ? { sentence: 'The node is not sealed: the key of the agent is only stated.', reason: 'NOT_SEALED' }
        : { sentence: 'The file does not carry the seal: the key of the agent is only stated.', reason: 'NOT_BOUND' }),
    });
    return;
  }
  const sentence = "A seal under a trusted key set names the agent's key.";
  if (judged?.isTrusted === true) checks.add('trust', 'agent_key', { status: 'passed', sentence });
  else checks.skip('trust', 'agent_key', sentence, 'trust.seal_key_set');
}

function addScope(checks: CheckList): void {
  checks.leaveOpen(
    'stated',
    'What the file says of its own validity.',
    '`valid`, `checks` and the statuses of the receipt are never believed.',
  );
  checks.leaveOpen(
    'chain',
    'Whether the session is intact and complete.',
    'That is judged with the bundle of the session.',
  );
  checks.leaveOpen(
    'act',
    'Whether the act took place.',
    'The node holds what the service recorded for the API key that called; the service holds the keys of agents.',
  );
  checks.leaveOpen(
    'independent_time',
    'No independent proof of the time was examined.',
    'The file carries none; verification uses no network.',
  );
}
