/**
 * What a printed report shows of a session, node or log besides its checks: who, in which scope, what was decided how often,
 * the receipts themselves as far as they fit. Read from the same bytes that were judged; nothing here is judged again.
 */

import { isRefusal, mayHaveRun, violatedRule } from '../agent/act-outcome.ts';
import { type BundledSession, parseSessionBundle, type SessionBundle } from '../agent/bundle.ts';
import { type AgentNode, isImported, kindOf } from '../agent/node.ts';
import type { SealDocument } from '../agent/read-node.ts';
import { parseNodeProof } from '../agent/verify-node.ts';
import { fromBase64, toHex } from '../bytes.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json.ts';
import type { Loss } from '../grade/losses.ts';
import { parseGrade } from '../grade/record.ts';
import { sha256 } from '../hash.ts';
import { parseLogExport } from '../log/verify-log.ts';
import type { Dimensions } from '../stark/statements/code-grade/scoring.ts';
import { parseStrictJson } from '../strict-json.ts';
import type { AgentFileKind } from '../verdict/verification-report.ts';
import { words } from './words/agent-report.ts';

export interface OutlinedReceipt {
  /** From 1, in the order of the chain. */
  readonly position: number;
  readonly node_id: string;
  readonly timestamp: string;
  readonly action: string;
  /** What was decided, or what became of the act, in a word. */
  readonly decision: string;
  readonly rule: string | null;
  readonly summary: string;
  readonly input_hash: string;
  readonly output_hash: string;
}

export interface OutlinedSeal {
  readonly receipt_id: string | null;
  /** ISO 8601; what the receipt states. */
  readonly issued_at: string | null;
  readonly keyset_id: string | null;
  readonly handle: string | null;
  readonly on_chain_hash: string | null;
  readonly count: number;
  readonly root: string;
  readonly started_at: string;
  readonly ended_at: string;
}

export interface OutlinedHead {
  readonly tree_size: number;
  readonly timestamp: string;
  readonly root: string;
  readonly keyset_id: string;
}

export interface OutlinedAgent {
  readonly agent_id: string;
  /** SHA-256 of the public key. */
  readonly key_sha256: string;
  /** The members from here on are those of the registration; null where the redaction level keeps no request. */
  readonly name: string | null;
  readonly canonical_name: string | null;
  readonly tenant: string | null;
  readonly agent_type: string | null;
  readonly registered_at: string | null;
}

/** How often an action had an outcome. */
export interface DecisionCount {
  readonly action: string;
  readonly decision: string;
  readonly count: number;
}

/** How many there are, and the first of them. */
export interface OutlinedActs {
  readonly total: number;
  readonly first: readonly OutlinedReceipt[];
}

export interface SessionOutline {
  readonly kind: 'session';
  readonly session: Omit<BundledSession, 'scope'>;
  readonly scope: {
    /** null: unrestricted. */
    readonly allowed_tools: readonly string[] | null;
    readonly forbidden_data_classes: readonly string[] | null;
    readonly jurisdiction: string | null;
    readonly max_value: number | null;
  };
  readonly agent: OutlinedAgent;
  readonly exported_at: string;
  readonly receipts: number;
  /** How many receipts were made elsewhere and imported. */
  readonly imported: number;
  readonly decisions: readonly DecisionCount[];
  readonly refused: OutlinedActs;
  /** Acts that a rule forbade and that ran all the same. */
  readonly ran_although_forbidden: OutlinedActs;
  readonly listed: readonly OutlinedReceipt[];
  /** Positions that are not listed, both ends included. */
  readonly left_out: readonly { readonly from: number; readonly to: number }[];
  readonly seal: OutlinedSeal | null;
  readonly log_head: (OutlinedHead & { readonly proven: number }) | null;
}

export interface NodeOutline {
  readonly kind: 'node';
  readonly receipt: OutlinedReceipt;
  readonly agent_id: string;
  readonly key_sha256: string;
  readonly session_id: string | null;
  readonly seal: OutlinedSeal | null;
  readonly log_head: OutlinedHead | null;
}

export interface LogOutline {
  readonly kind: 'log';
  readonly log_id: string;
  readonly exported_at: string;
  readonly heads: number;
  /** The first and the last of them. */
  readonly listed: readonly OutlinedHead[];
}

export interface GradeOutline {
  readonly kind: 'grade';
  readonly project: string;
  readonly grade: string;
  readonly score: number;
  readonly dimensions: Dimensions;
  readonly date: string;
  readonly rules_version: string;
  readonly file_root: string;
  readonly files: number;
  /** null where the file does not carry them. */
  readonly losses: readonly Loss[] | null;
}

export interface ProofOutline {
  readonly kind: 'proof';
  /** In the order of the file. */
  readonly public_inputs: readonly { readonly name: string; readonly value: string }[];
}

export interface StatementOutline {
  readonly kind: 'statement';
  /** Of the body, in the order of the file. */
  readonly members: readonly { readonly name: string; readonly value: string }[];
}

export type AgentOutline = SessionOutline | NodeOutline | LogOutline | ProofOutline | GradeOutline | StatementOutline;

/** More are listed at the beginning and at the end only. */
export const MOST_LISTED = 500;
/** How many are listed on each side of a receipt that does not hold. */
const AROUND = 5;
const MOST_REFUSED = 100;
/** Kinds of acts that are told apart, and outcomes of them; the others are counted as one. */
const MOST_ACTIONS = 100;
const MOST_DECISIONS = 300;
const MOST_NAMES = 100;
const MOST_HEADS = 100;
/** Characters of a text of the file. */
const LONGEST_TEXT = 300;

/** `brokenAt` is the position, from 0, of the first receipt that does not hold. null where the file cannot be read. */
export function outlineOf(kind: AgentFileKind, bytes: Uint8Array, brokenAt: number | null): AgentOutline | null {
  switch (kind) {
    case 'session':
      return sessionOutline(bytes, brokenAt);
    case 'node':
      return nodeOutline(bytes);
    case 'log':
      return logOutline(bytes);
    case 'proof':
      return proofOutline(bytes);
    case 'grade':
      return gradeOutline(bytes);
    case 'statement':
      return statementOutline(bytes);
  }
}

function sessionOutline(bytes: Uint8Array, brokenAt: number | null): SessionOutline | null {
  const read = parseSessionBundle(bytes);
  if (!read.ok) return null;
  const { bundle, nodes } = read;
  const isListed = listing(nodes.count, brokenAt);
  const counts = createDecisionCounts();
  const listed: OutlinedReceipt[] = [];
  const refused = createActs();
  const violations = createActs();
  let imported = 0;
  for (let index = 0; index < nodes.count; index++) {
    const one = nodes.read(index);
    if (!one.ok) return null;
    const { node } = one.signed;
    counts.add(node);
    if (isImported(node)) imported++;
    if (isRefusal(node)) refused.add(node, index);
    if (violatedRule(node) !== null) violations.add(node, index);
    if (isListed(index)) listed.push(outlinedReceipt(node, index));
  }
  const { scope, ...session } = bundle.session;
  return {
    kind: 'session',
    session: {
      ...session,
      session_id: cut(session.session_id),
      agent_id: cut(session.agent_id),
      parent_session_id: session.parent_session_id === null ? null : cut(session.parent_session_id),
    },
    scope: {
      allowed_tools: names(scope.allowed_tools),
      forbidden_data_classes: names(scope.forbidden_data_classes),
      jurisdiction: scope.jurisdiction === null ? null : cut(scope.jurisdiction),
      max_value: scope.max_value,
    },
    agent: outlinedAgent(bundle),
    exported_at: bundle.exported_at,
    receipts: nodes.count,
    imported,
    decisions: counts.all(),
    refused: refused.all(),
    ran_although_forbidden: violations.all(),
    listed,
    left_out: gaps(nodes.count, isListed),
    seal: bundle.seal === null ? null : outlinedSeal(bundle.seal),
    log_head: bundle.log === null ? null : { ...outlinedHead(bundle.log.head), proven: bundle.log.inclusion.length },
  };
}

function nodeOutline(bytes: Uint8Array): NodeOutline | null {
  const read = parseNodeProof(bytes);
  if (!read.ok) return null;
  const { node, agentPublicKey, seal, log } = read.proof;
  return {
    kind: 'node',
    receipt: outlinedReceipt(node, 0),
    agent_id: cut(node.agent_id),
    key_sha256: keyHash(agentPublicKey),
    session_id: node.session_id === null ? null : cut(node.session_id),
    seal: seal === null ? null : outlinedSeal(seal),
    log_head: log === null ? null : outlinedHead(log.head),
  };
}

function gradeOutline(bytes: Uint8Array): GradeOutline | null {
  const read = parseGrade(bytes);
  if (!read.ok) return null;
  const { project, grade, score, dimensions, date, rules_version, file_root, files } = read.record;
  const { losses } = read;
  return { kind: 'grade', project, grade, score, dimensions, date, rules_version, file_root, files, losses };
}

function logOutline(bytes: Uint8Array): LogOutline | null {
  const read = parseLogExport(bytes);
  if (!read.ok) return null;
  const { heads, exported_at } = read.log;
  const half = MOST_HEADS / 2;
  const shown = heads.length <= MOST_HEADS ? heads : [...heads.slice(0, half), ...heads.slice(-half)];
  return {
    kind: 'log',
    log_id: cut(heads[0]?.log_id ?? ''),
    exported_at,
    heads: heads.length,
    listed: shown.map(outlinedHead),
  };
}

/** Whether a position is listed: all, or the beginning, the end and what surrounds the break. */
function listing(count: number, brokenAt: number | null): (index: number) => boolean {
  if (count <= MOST_LISTED) return () => true;
  const half = MOST_LISTED / 2;
  return (index) =>
    index < half || index >= count - half || (brokenAt !== null && Math.abs(index - brokenAt) <= AROUND);
}

function gaps(count: number, isListed: (index: number) => boolean): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (let index = 0; index < count; index++) {
    if (isListed(index)) continue;
    const last = found.at(-1);
    if (last?.to === index) last.to = index + 1;
    else found.push({ from: index + 1, to: index + 1 });
  }
  return found;
}

function createActs() {
  const first: OutlinedReceipt[] = [];
  let total = 0;
  return {
    add(node: AgentNode, index: number) {
      total++;
      if (first.length < MOST_REFUSED) first.push(outlinedReceipt(node, index));
    },
    all: (): OutlinedActs => ({ total, first }),
  };
}

function createDecisionCounts() {
  const found = new Map<string, { readonly action: string; readonly decision: string; count: number }>();
  const actions = new Set<string>();
  return {
    add(node: AgentNode) {
      const action =
        actions.has(node.action_type) || actions.size < MOST_ACTIONS ? node.action_type : words.decisions.others;
      actions.add(action);
      const decision = decisionOf(node);
      const own = JSON.stringify([action, decision]);
      const isKnown = found.has(own) || found.size < MOST_DECISIONS;
      const key = isKnown ? own : 'others';
      const counted = found.get(key) ?? (isKnown ? { action: cut(action), decision, count: 0 } : others());
      counted.count++;
      found.set(key, counted);
    },
    /** Most frequent first. */
    all: (): readonly DecisionCount[] => [...found.values()].sort((a, b) => b.count - a.count),
  };
}

const others = () => ({ action: words.decisions.others, decision: words.decisions.others, count: 0 });

/** The outcome of a receipt in a word, as it was recorded. */
function decisionOf(node: AgentNode): string {
  const { action_type, details } = node;
  const stated = (member: string) => {
    const value = details[member];
    return typeof value === 'string' ? cut(value, 40) : null;
  };
  switch (kindOf(action_type)) {
    case 'policy':
      return details.allowed === true ? words.outcomes.allowed : words.outcomes.refused;
    case 'approval':
      return words.outcomes.asked;
    case 'decision':
      return stated('decision') ?? words.outcomes.recorded;
    default: {
      const status = stated('status') ?? words.outcomes.recorded;
      if (violatedRule(node) !== null) return words.outcomes.forbidden(status);
      return mayHaveRun(node) ? words.outcomes.mayHaveRun(status) : status;
    }
  }
}

function outlinedReceipt(node: AgentNode, index: number): OutlinedReceipt {
  const rule = violatedRule(node) ?? node.details.rule;
  return {
    position: index + 1,
    node_id: cut(node.node_id),
    timestamp: node.timestamp,
    action: cut(node.action_type),
    decision: decisionOf(node),
    rule: typeof rule === 'string' ? cut(rule) : null,
    summary: cut(node.action_summary),
    input_hash: node.input_hash,
    output_hash: node.output_hash,
  };
}

function outlinedAgent({ agent, registration, openings }: SessionBundle): OutlinedAgent {
  const request: JsonObject = openings.get(registration.node.node_id) ?? {};
  const stated = (member: string) => textIn(request, member);
  return {
    agent_id: cut(agent.agent_id),
    key_sha256: keyHash(agent.public_key),
    name: stated('name'),
    canonical_name: stated('canonical_name'),
    tenant: stated('tenant'),
    agent_type: stated('agent_type'),
    registered_at: registration.node.timestamp,
  };
}

function outlinedSeal({ statement, receipt }: SealDocument): OutlinedSeal {
  const { count, root, started_at, ended_at } = statement;
  const stated = (member: string) => textIn(receipt, member);
  return {
    receipt_id: stated('receipt_id'),
    issued_at: stated('issued_at'),
    keyset_id: stated('keyset_id'),
    handle: stated('handle'),
    on_chain_hash: stated('on_chain_hash'),
    count,
    root,
    started_at,
    ended_at,
  };
}

function outlinedHead({ tree_size, timestamp, root, keyset_id }: OutlinedHead): OutlinedHead {
  return { tree_size, timestamp, root, keyset_id: cut(keyset_id) };
}

function keyHash(base64: string): string {
  return toHex(sha256(fromBase64(base64) ?? new Uint8Array()));
}

function textIn(holder: JsonObject, member: string): string | null {
  const value = holder[member];
  return typeof value === 'string' ? cut(value) : null;
}

function names(list: readonly string[] | null): readonly string[] | null {
  if (list === null || list.length <= MOST_NAMES) return list?.map((name) => cut(name)) ?? null;
  return [...list.slice(0, MOST_NAMES).map((name) => cut(name)), words.scope.more(list.length - MOST_NAMES)];
}

/** A file may hold texts of any length; a report says that it shows the beginning. */
function cut(text: string, longest = LONGEST_TEXT): string {
  return text.length <= longest ? text : words.cut(text.slice(0, longest).toWellFormed(), text.length);
}

function proofOutline(bytes: Uint8Array): ProofOutline | null {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok || !isJsonObject(parsed.value) || !isJsonObject(parsed.value.public_inputs)) return null;
  const inputs = Object.entries(parsed.value.public_inputs);
  return { kind: 'proof', public_inputs: inputs.map(([name, value]) => ({ name, value: statedText(value) })) };
}

function statementOutline(bytes: Uint8Array): StatementOutline | null {
  const parsed = parseStrictJson(bytes);
  if (!parsed.ok || !isJsonObject(parsed.value) || !isJsonObject(parsed.value.body)) return null;
  const members = Object.entries(parsed.value.body);
  return { kind: 'statement', members: members.map(([name, value]) => ({ name, value: statedText(value) })) };
}

function statedText(value: JsonValue): string {
  return cut(typeof value === 'string' ? value : canonicalJson(value));
}
