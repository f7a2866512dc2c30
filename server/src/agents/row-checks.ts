/** Rows about agents that repeat or follow from signed nodes. `agent-chains` tells whether the nodes themselves hold. */
import { type Trouble, troubleOf } from '@touchstone/core/agent/act-outcome.ts';
import { type AgentNode, openingHash } from '@touchstone/core/agent/node.ts';
import type { AgentPolicy } from '@touchstone/core/agent/policy.ts';
import { createFork, type Divergence } from '@touchstone/core/agent/replay.ts';
import type { SessionScope } from '@touchstone/core/agent/scope.ts';
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import type { Check } from '../doctor/check.ts';
import { type Comparison, createCounters, createRowFaults, type RowFaults } from '../doctor/row-faults.ts';
import { type Db, snapshot } from '../store/engine.ts';
import type { NumberedRow } from '../store/tables.ts';
import { rowsOf, rowsWith } from '../store/walk.ts';
import { nodeOfRow } from './doctor.ts';
import { forkBytes, MOST_DIVERGENCES } from './forks.ts';
import { findAgent } from './store/agents.ts';
import { type AgentNodeRow, findAgentNode, sessionNodeAt, sessionNodesAfter } from './store/nodes.ts';
import { type AgentSessionRow, findAgentSession, findSeal } from './store/sessions.ts';
import { approversLeft, isKeyId, voterOf } from './voters.ts';

const BATCH = 200;

export const agentRows: Check = {
  id: 'agent-rows',
  needs: 'schema',
  run: ({ inspection: { db } }) =>
    snapshot(db, async (moment) => {
      const faults = createRowFaults();
      await checkAgents(moment, faults);
      await checkSessions(moment, faults);
      await checkNodes(moment, faults);
      await checkSeals(moment, faults);
      await checkApprovals(moment, faults);
      await checkDecisions(moment, faults);
      await checkForks(moment, faults);
      return faults.findings('What the rows about agents repeat is what their nodes say.');
    }),
};

/** A node as its row has it, and as it was hashed. */
interface StoredNode {
  readonly stored: AgentNodeRow;
  readonly node: AgentNode;
}

/** Null where the row is gone or holds no node. */
function storedNode(stored: AgentNodeRow | null): StoredNode | null {
  const node = stored === null ? null : nodeOfRow(stored);
  return stored === null || node === null ? null : { stored, node };
}

/** A text of JSON; null where it is none. */
function jsonIn(text: string): JsonValue {
  const parsed = parseStrictJson(text);
  return parsed.ok ? parsed.value : null;
}

/** The hash that a node has of what was asked, beside that of the columns which repeat it. */
function opened(node: AgentNode, opening: JsonObject): Comparison {
  return [toHex(openingHash(opening)), node.input_hash];
}

async function checkAgents(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  for await (const row of rowsOf(db, 'agents')) {
    const position = placeOf(row.position);
    const registered = storedNode(await findAgentNode(db, row.node_id));
    if (registered === null) continue; // `agent-chains` reports it.
    const { stored, node } = registered;
    const opening = {
      agent_id: row.id,
      public_key: toBase64(row.public_key),
      name: row.name,
      canonical_name: row.canonical_name,
      tenant: row.tenant,
      agent_type: row.agent_type,
      capabilities: jsonIn(row.capabilities),
      redaction_level: row.redaction_level,
    };
    const seal = await findSeal(db, { agentId: row.id });
    faults.compare('agents', row.id, {
      position,
      project_id: [row.project_id, stored.project_id],
      'registration (name, canonical_name, tenant, agent_type, capabilities or redaction_level)': opened(node, opening),
      registered_at: [row.registered_at, stored.time_ms],
      sealed_at: [row.sealed_at, seal?.sealed_at ?? null],
    });
  }
}

async function checkSessions(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  const restores = new Set<number | null>([null]);
  for await (const log of rowsOf(db, 'logs')) restores.add(log.restored_at);
  for await (const row of rowsOf(db, 'agent_sessions')) {
    const position = placeOf(row.position);
    const agent = await findAgent(db, row.agent_id);
    const begun = storedNode(await sessionNodeAt(db, row.id, 1));
    const last = await sessionNodeAt(db, row.id, row.nodes);
    if (agent === null || begun === null || last === null) continue; // `agent-chains` reports it.
    const { stored, node } = begun;
    const opening = {
      agent_id: row.agent_id,
      session_id: row.id,
      duration_secs: row.duration_secs,
      scope: jsonIn(row.scope),
      agent_public_key: toBase64(agent.public_key),
    };
    const parent = row.parent_session_id === null ? null : await findAgentSession(db, row.parent_session_id);
    const seal = await findSeal(db, { sessionId: row.id });
    faults.compare('agent_sessions', row.id, {
      position,
      project_id: [row.project_id, agent.project_id],
      'beginning (scope or duration_secs)': opened(node, opening),
      started_at: [row.started_at, stored.time_ms],
      expires_at: await endOf(db, row),
      ended_at: [row.ended_at, last.kind === 'end' ? last.time_ms : null],
      restored_at: restores.has(row.restored_at) ? [0, 0] : [row.restored_at, null],
      is_imported: [
        row.is_imported,
        parent === null ? Number(node.details.imported !== undefined) : parent.is_imported,
      ],
      last_time: [row.last_time, last.time_ms],
      sealed_at: [row.sealed_at, seal?.sealed_at ?? null],
    });
  }
}

/** When a session ends by itself: with its duration and its parent's, or where one that it was delegated from has ended. */
async function endOf(db: Db, row: AgentSessionRow): Promise<Comparison> {
  let end = row.started_at + row.duration_secs * 1000;
  const cuts: number[] = [];
  const seen = new Set([row.id]);
  for (let at: string | null | undefined = row.parent_session_id; at !== null && at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const parent = await findAgentSession(db, at);
    if (parent === null) break;
    end = Math.min(end, parent.started_at + parent.duration_secs * 1000);
    if (parent.ended_at !== null) cuts.push(parent.ended_at);
    at = parent.parent_session_id;
  }
  const found = row.expires_at;
  // Its own last node may be newer than the end that cut it, where the clock was set back in between.
  const isCut = cuts.some((cut) => found < end && (found === cut || (found === row.last_time && cut <= found)));
  // What was sealed, before the clock was set back, is not cut any more.
  const isDue =
    row.ended_at === null && row.sealed_at === null && cuts.some((cut) => Math.max(cut, row.last_time) < end);
  if (isCut) return [found, found];
  return [found, isDue ? Math.max(Math.min(...cuts), row.last_time) : end];
}

async function checkNodes(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  const troubles = new Map<string, Record<Trouble, number>>();
  for await (const row of rowsOf(db, 'agent_nodes')) {
    faults.compare('agent_nodes', row.id, { position: placeOf(row.position) });
    const node = nodeOfRow(row);
    const trouble = node === null ? null : troubleOf(node);
    if (row.session_id !== null && trouble !== null) {
      const sums = troubles.get(row.session_id) ?? { failures: 0, denials: 0, violations: 0 };
      sums[trouble] += 1;
      troubles.set(row.session_id, sums);
    }
    const table = row.kind === 'approval' ? 'agent_approvals' : row.kind === 'decision' ? 'agent_decisions' : null;
    if (table === null) continue;
    const known = await rowsWith(db, table, 'node_id', row.id);
    if (known.length === 0) faults.add(table, row.id, 'is missing, although its node is in the chain');
  }
  for await (const { id, failures, denials, violations } of rowsOf(db, 'agent_sessions')) {
    const sums = troubles.get(id) ?? { failures: 0, denials: 0, violations: 0 };
    faults.compare('agent_sessions', id, {
      failures: [failures, sums.failures],
      denials: [denials, sums.denials],
      violations: [violations, sums.violations],
    });
  }
}

async function checkSeals(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  for await (const row of rowsOf(db, 'agent_seals')) {
    const [receipt] = await rowsWith(db, 'receipts', 'id', row.receipt_id);
    faults.compare('agent_seals', row.receipt_id, {
      position: placeOf(row.position),
      ...(receipt === undefined ? {} : { sealed_at: [row.sealed_at, receipt.created_at] }),
    });
  }
}

async function checkApprovals(db: Db, faults: RowFaults): Promise<void> {
  const placeOf = createCounters();
  for await (const row of rowsOf(db, 'agent_approvals')) {
    const position = placeOf(row.position);
    const asked = storedNode(await findAgentNode(db, row.node_id));
    if (asked?.stored.kind !== 'approval') {
      faults.add('agent_approvals', row.node_id, 'has no node of a request');
      continue;
    }
    const { stored, node } = asked;
    const approvers = jsonIn(row.approvers);
    const seconds = (row.expires_at - row.requested_at) / 1000;
    const opening = {
      agent_id: stored.agent_id,
      session_id: row.session_id,
      summary: node.action_summary,
      approvers,
      threshold: row.threshold,
      timeout_secs: seconds,
      ...(row.allow_requester === 1 ? { allow_requester: true } : {}),
    };
    // Some redaction levels drop the summary, without which the hash cannot be computed again.
    const isWhole = stored.opening !== null;
    const votes = await rowsWith(db, 'agent_decisions', 'approval_id', row.node_id);
    const decisions = votes.map(({ decision }) => decision);
    const ballot = {
      approvers: Array.isArray(approvers) ? approvers.map(String) : [],
      asker: row.voter,
      allowsAsker: row.allow_requester === 1,
      votes,
    };
    const { barred } = await approversLeft(db, ballot);
    faults.compare('agent_approvals', row.node_id, {
      position,
      project_id: [row.project_id, stored.project_id],
      session_id: [row.session_id, stored.session_id],
      ...(isWhole ? { 'request (approvers, threshold or expires_at)': opened(node, opening) } : {}),
      approver_count: [row.approver_count, Array.isArray(approvers) ? approvers.length : null],
      requested_at: [row.requested_at, stored.time_ms],
      approved: [row.approved, decisions.filter((decision) => decision === 'approve').length],
      denied: [row.denied, decisions.filter((decision) => decision === 'deny').length],
      requested_by: [isKeyId(row.requested_by) || ADMINISTRATORS.has(row.requested_by), true],
      voter: [row.voter, await voterIn(db, row.requested_by)],
      allow_requester: [row.allow_requester === 1, node.details.allow_requester === true],
      // 0 also where it was asked before this was reckoned.
      barred: [row.barred, row.barred === 0 ? 0 : barred],
    });
  }
}

/** Stored actors that are no keys. */
const ADMINISTRATORS: ReadonlySet<string> = new Set(['console', 'administrator']);

/** The voter of a stored actor: a key, `console` or `administrator`. */
async function voterIn(db: Db, actor: string): Promise<string> {
  return voterOf(db, isKeyId(actor) ? actor : null);
}

async function checkDecisions(db: Db, faults: RowFaults): Promise<void> {
  for await (const row of rowsOf(db, 'agent_decisions')) {
    const decided = storedNode(await findAgentNode(db, row.node_id));
    if (decided?.stored.kind !== 'decision') {
      faults.add('agent_decisions', row.node_id, 'has no node of a decision');
      continue;
    }
    const { stored, node } = decided;
    const { approval_id, approver, decision } = row;
    const [approval] = await rowsWith(db, 'agent_approvals', 'node_id', approval_id);
    const { details } = node;
    faults.compare('agent_decisions', `${row.node_id} on approval ${approval_id}`, {
      'decision (approval_id, approver or decision)': opened(node, { approval_id, approver, decision }),
      approval_id: [approval_id, textOf(details.approval_id)],
      decision: [decision, textOf(details.decision)],
      decided_by: [row.decided_by.startsWith('ak_') ? row.decided_by : null, textOf(details.decided_by)],
      decided_at: [row.decided_at, stored.time_ms],
      voter: [row.voter, await voterIn(db, row.decided_by)],
      ...(approval === undefined || details.decided_by_requester === undefined
        ? {}
        : {
            'decided_by (or requested_by of the approval)': [
              askedToo(row, approval, details.decided_by_requester === true),
              details.decided_by_requester === true,
            ],
          }),
    });
  }
}

/** Whether whoever decided also asked. Nodes of an earlier version say so of the key alone, later ones of the voter. */
function askedToo(
  decision: { readonly decided_by: string; readonly voter: string },
  approval: { readonly requested_by: string; readonly voter: string },
  said: boolean,
): boolean {
  if (decision.decided_by === approval.requested_by) return true;
  return decision.voter === approval.voter && said;
}

function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** A fork is computed anew from the nodes and the policy, and has to come out the same. */
async function checkForks(db: Db, faults: RowFaults): Promise<void> {
  for await (const row of rowsOf(db, 'agent_forks')) {
    const session = await findAgentSession(db, row.session_id);
    const agent = session === null ? null : await findAgent(db, session.agent_id);
    const policy = row.policy === null ? null : jsonIn(row.policy);
    const outcome =
      session === null || agent === null ? null : await forkAgain(db, row, session, agent.node_hash, policy);
    if (outcome === null) continue; // `agent-chains` reports it.
    const { divergence, headHash, isBroken } = outcome;
    faults.compare('agent_forks', row.id, {
      divergences: [row.divergences, divergence.length],
      divergence: [row.divergence, JSON.stringify(divergence.slice(0, MOST_DIVERGENCES))],
      is_intact: isBroken ? [0, 0] : [row.is_intact, 1],
      head_hash: [row.head_hash, headHash],
      size: [row.size, forkBytes(row)],
    });
  }
}

interface ForkedAgain {
  readonly divergence: readonly Divergence[];
  readonly headHash: Uint8Array;
  readonly isBroken: boolean;
}

async function forkAgain(
  db: Db,
  row: NumberedRow<'agent_forks'>,
  session: AgentSessionRow,
  registration: Uint8Array,
  policy: JsonValue,
): Promise<ForkedAgain | null> {
  const parent = session.parent_node_id === null ? null : await findAgentNode(db, session.parent_node_id);
  const fork = createFork({
    firstParent: toHex(parent?.hash ?? registration),
    sessionId: session.id,
    agentId: session.agent_id,
    scope: JSON.parse(session.scope) as SessionScope,
    forkAt: row.forked_from,
    rules: row.rules,
    ...(isJsonObject(policy) ? { policy: policy as AgentPolicy } : {}),
  });
  let headHash: Uint8Array | null = null;
  for (let count = 0; count < row.nodes; ) {
    const rows = await sessionNodesAfter(db, session.id, count, Math.min(BATCH, row.nodes - count));
    if (rows.length === 0) return null;
    for (const stored of rows) {
      const node = nodeOfRow(stored);
      if (node === null) return null;
      headHash = fork.add({ node, hash: stored.hash }).hash;
      count++;
    }
  }
  if (headHash === null || !fork.hasForked) return null;
  return { divergence: fork.divergence, headHash, isBroken: fork.broken !== null };
}
