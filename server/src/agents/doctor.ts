import { createChainCheck } from '@touchstone/core/agent/chain.ts';
import { type AgentNode, kindOf, NODE_MEMBERS, nodeHash, nodeOf } from '@touchstone/core/agent/node.ts';
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { equalBytes, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { canonicalJson, isJsonObject } from '@touchstone/core/canonical-json.ts';
import { sha3_256, sha256 } from '@touchstone/core/hash.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { AuditHistory, Entry } from '../audit/history.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE, type ReadablePatient } from '../doctor/check.ts';
import { inPositions } from '../doctor/in-batches.ts';
import { type RowFaults, stamped } from '../doctor/row-faults.ts';
import { AUDIT_NETWORK } from '../ledger/chain.ts';
import { findAnchor, listAnchors } from '../ledger/store.ts';
import { findReceipt } from '../receipts/store.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';
import { signatureStatus } from './receipts.ts';
import { EMPTY_TREE, grown, rootIn } from './session-tree.ts';
import { type AgentRow, agentsAfter, findAgent } from './store/agents.ts';
import { type AgentForkRow, forksAfter } from './store/forks.ts';
import {
  type AgentNodeRow,
  findAgentNode,
  nodesOutsideTheLog,
  nodesWithoutPlace,
  sessionNodesAfter,
} from './store/nodes.ts';
import {
  type AgentSealRow,
  type AgentSessionRow,
  agentSessionsAfter,
  findAgentSession,
  findSeal,
  sealsAfter,
} from './store/sessions.ts';

const BATCH = 200;

/** The registration of every agent, the chain of every session, and the seals over both. */
export const agentChains: Check = {
  id: 'agent-chains',
  needs: 'schema',
  async run(patient) {
    const { db } = patient.inspection;
    const findings: Finding[] = [];
    let agents = 0;
    for await (const agent of inPositions((after, limit) => agentsAfter(db, after, limit))) {
      agents++;
      const fault = await registrationFault(patient, agent);
      if (fault !== null) findings.push(problem(`The registration of agent ${agent.id} ${fault}.`, RESTORE));
    }
    let sessions = 0;
    for await (const session of inPositions((after, limit) => agentSessionsAfter(db, after, limit))) {
      sessions++;
      const fault = await sessionFault(patient, session);
      if (fault !== null) findings.push(problem(`The chain of agent session ${session.id} ${fault}.`, RESTORE));
    }
    const stray = await nodesWithoutPlace(db);
    if (stray.length > 0) {
      findings.push(problem(`Nodes of agents belong to no chain of their project: ${listed(stray)}.`, RESTORE));
    }
    const unlogged = await nodesOutsideTheLog(db);
    if (unlogged.length > 0) {
      findings.push(problem(`The log of receipts is missing these nodes of agents: ${listed(unlogged)}.`, RESTORE));
    }
    let forks = 0;
    for await (const fork of inPositions((after, limit) => forksAfter(db, after, limit))) {
      forks++;
      const fault = await forkFault(db, fork);
      if (fault !== null) findings.push(problem(`The fork ${fork.id} of an agent session ${fault}.`, RESTORE));
    }
    if (await lacksAnchoredSeal(db)) {
      findings.push(
        problem('The ledger contains a seal that no agent or session has: an agent or a session was removed.', RESTORE),
      );
    }
    if (findings.length > 0) return findings;
    return [ok(`The chains of agents are intact (${agents} agents, ${sessions} sessions, ${forks} forks).`)];
  },
};

/** What is wrong, as the end of a sentence. */
async function registrationFault(
  { inspection: { db }, signer }: ReadablePatient,
  agent: AgentRow,
): Promise<string | null> {
  const row = await findAgentNode(db, agent.node_id);
  const node = row === null ? null : nodeOfRow(row);
  if (row === null || node === null || row.agent_id !== agent.id || row.session_id !== null) return 'has no node';
  if (!equalBytes(nodeHash(node), agent.node_hash) || !saysItsColumns(row, node)) return 'was changed';
  if ((await signatureStatus(signer, row, agent.public_key, null)) !== 'valid') return 'has no valid signature';
  const seal = await findSeal(db, { agentId: agent.id });
  if (seal === null) return agent.sealed_at === null ? null : 'has no seal any more';
  const root = rootIn(grown(EMPTY_TREE, 0, agent.node_hash));
  return sealFault(db, seal, { count: 1, root, lastHash: agent.node_hash });
}

async function sessionFault(
  { inspection: { db }, signer }: ReadablePatient,
  session: AgentSessionRow,
): Promise<string | null> {
  const agent = await findAgent(db, session.agent_id);
  const parent = session.parent_node_id === null ? null : await findAgentNode(db, session.parent_node_id);
  if (agent === null || (session.parent_node_id !== null && parent === null)) return 'has no beginning';
  if (parent !== null && parent.session_id !== session.parent_session_id) return 'begins in another session';
  const check = createChainCheck({
    firstParent: toHex(parent?.hash ?? agent.node_hash),
    sessionId: session.id,
    agentId: session.agent_id,
  });
  let tree: Uint8Array = EMPTY_TREE;
  let lastHash: Uint8Array | null = null;
  for (;;) {
    const rows = await sessionNodesAfter(db, session.id, check.count, BATCH);
    for (const row of rows) {
      const node = nodeOfRow(row);
      const at = `is broken at node ${check.count + 1}`;
      if (node === null || row.sequence !== check.count + 1)
        return `${at}: the node was changed, or an earlier node is missing`;
      if (check.add(node, row.hash) !== null || !saysItsColumns(row, node))
        return `${at}: the node was changed or moved`;
      const status = await signatureStatus(signer, row, agent.public_key, session);
      if (status !== 'valid') return `${at}: the signature is ${status}`;
      if (!check.isEnded) {
        tree = grown(tree, row.sequence - 1, row.hash);
        lastHash = row.hash;
      }
    }
    if (rows.length < BATCH) break;
  }
  const head = check.lastHash;
  if (head === null || lastHash === null || check.count !== session.nodes || !equalBytes(head, session.head_hash)) {
    return `ends at node ${check.count} instead of ${session.nodes}: nodes were cut off or added`;
  }
  if (check.isEnded !== (session.ended_at !== null)) return 'has an end that the session does not have';
  if (!equalBytes(tree, session.tree)) return 'does not have the tree that the session kept';
  const seal = await findSeal(db, { sessionId: session.id });
  if (seal === null) return session.sealed_at === null ? null : 'has no seal any more';
  return sealFault(db, seal, { count: check.count - (check.isEnded ? 1 : 0), root: rootIn(tree), lastHash });
}

interface Sealed {
  readonly count: number;
  readonly root: Uint8Array;
  readonly lastHash: Uint8Array;
}

/** The receipt's three signatures are whoever's concern who verifies it; here, that receipt, seal and ledger fit. */
async function sealFault(db: Db, seal: AgentSealRow, { count, root, lastHash }: Sealed): Promise<string | null> {
  const statement = parseStrictJson(seal.statement);
  const stated = statement.ok && isJsonObject(statement.value) ? statement.value : {};
  const fits =
    stated.count === count &&
    stated.root === toHex(root) &&
    stated.last_hash === toHex(lastHash) &&
    stated.agent_id === seal.agent_id &&
    stated.session_id === seal.session_id &&
    equalBytes(seal.root, root);
  if (!fits) return 'is not what the seal covers';
  const stored = await findReceipt(db, { id: seal.receipt_id });
  const document = stored === null ? null : parseStrictJson(stored.document);
  const receipt = document?.ok === true && isJsonObject(document.value) ? document.value : {};
  const commitment = toHex(sha3_256(utf8(seal.statement)));
  if (receipt.commitment !== commitment || receipt.handle !== seal.handle)
    return 'has a seal without a matching receipt';
  const chain = CHAIN_NAMES.find((name) => name === seal.chain);
  const anchor = chain === undefined ? null : await findAnchor(db, chain, seal.tx);
  const isAnchored = anchor?.kind === 'agent-seal' && anchor.commitment === receipt.on_chain_hash;
  return isAnchored ? null : 'has a seal that is not on the ledger';
}

/** null where the text is broken. */
export function nodeOfRow({ body }: Pick<AgentNodeRow, 'body'>): AgentNode | null {
  const parsed = parseStrictJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value) || !isJsonObject(parsed.value.details)) return null;
  const { value } = parsed;
  return NODE_MEMBERS.every((name) => value[name] !== undefined) ? (JSON.parse(body) as AgentNode) : null;
}

/** The columns are what nodes are found by: they have to say what was hashed. */
function saysItsColumns(row: AgentNodeRow, node: AgentNode): boolean {
  return (
    // As it was hashed, and nothing beside it.
    row.body === canonicalJson({ ...nodeOf(node) }) &&
    row.id === node.node_id &&
    row.agent_id === node.agent_id &&
    row.session_id === node.session_id &&
    row.time_ms === Date.parse(node.timestamp) &&
    row.kind === kindOf(node.action_type) &&
    (row.parent_hash === null ? null : toHex(row.parent_hash)) === node.parent_hash &&
    (row.opening === null || toHex(sha256(utf8(row.opening))) === node.input_hash)
  );
}

/** A fork is no evidence; it still has to be one of the session under which it is shown. */
async function forkFault(db: Db, fork: AgentForkRow): Promise<string | null> {
  const session = await findAgentSession(db, fork.session_id);
  const node = await findAgentNode(db, fork.forked_from);
  if (session === null || node?.session_id !== session.id || fork.project_id !== session.project_id) {
    return 'begins in another session';
  }
  if (fork.nodes > session.nodes || fork.simulated !== fork.nodes - node.sequence + 1) return 'miscounts its nodes';
  const policy = fork.policy === null ? null : parseStrictJson(fork.policy);
  const divergence = parseStrictJson(fork.divergence);
  const isReadable = (policy === null || (policy.ok && isJsonObject(policy.value))) && divergence.ok;
  return isReadable && Array.isArray(divergence.value) ? null : 'cannot be read';
}

async function lacksAnchoredSeal(db: Db): Promise<boolean> {
  const known = new Set<string>();
  for await (const { handle } of inPositions((after, limit) => sealsAfter(db, after, limit)))
    known.add(handle.slice(0, 64));
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await listAnchors(db, AUDIT_NETWORK, { kind: 'agent-seal', below, limit: BATCH });
    if (rows.some(({ commitment }) => !known.has(commitment))) return true;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return false;
    below = last.position;
  }
}

/** Policies are as they were last set. */
export async function checkPolicies(db: Db, history: AuditHistory, faults: RowFaults): Promise<void> {
  const known = new Set<string>();
  for await (const row of rowsOf(db, 'agent_policies')) {
    const subject = row.target === '' ? row.scope : `${row.scope} ${row.target}`;
    known.add(subject);
    const last = history.about(subject, 'agent-policy.set').at(-1);
    if (last === undefined) {
      faults.add('agent_policies', subject, 'is a policy that the audit does not mention');
      continue;
    }
    faults.compare('agent_policies', subject, {
      policy: [row.policy, policyText(last)],
      updated_at: stamped(row.updated_at, last.at),
    });
  }
  const newest = new Map(history.all('agent-policy.set').map((entry) => [entry.subject, entry]));
  for (const [subject, entry] of newest) {
    const text = policyText(entry);
    if (known.has(subject) || text === '{}') continue;
    faults.add('agent_policies', subject, `is missing, although the audit lists the policy ${text}`);
  }
}

function policyText({ details }: Entry): string {
  return canonicalJson(details.policy ?? {});
}
