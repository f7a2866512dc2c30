/**
 * Verifies a session bundle offline (security, S20): the chain node by node, the agent's signatures, the seal under a trusted
 * `service` key set, and the log where the bundle has a signed head. Trust comes from the caller's key sets, never from the
 * file. What it cannot show is listed as not performed.
 */

import { fromBase64, toHex } from '../bytes.ts';
import { loadSha256Many } from '../hashing/sha256-many.ts';
import { checkNewHead } from '../log/judge-head.ts';
import { verifyInclusion } from '../log/tree.ts';
import { RECEIPT_ALGORITHMS, RECEIPT_SLOTS } from '../receipt/receipt.ts';
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
import type { AgentCode, AgentReport, BrokenPlace, SlotReport } from '../verdict/verification-report.ts';
import { checkBeginning } from './beginning-checks.ts';
import { parseSessionBundle, type SessionBundle } from './bundle.ts';
import { bytesOfHash, earliest, type JudgedNodes, judgeNodes } from './judge-nodes.ts';
import { AGENT_SIGNATURE_ALGORITHM, isImported, kindOf, nodeBytes, nodeHash } from './node.ts';
import { uncoveredIn } from './seal-checks.ts';
import { checkSeals, type JudgedSeals } from './session-seals.ts';

/** From so many nodes on their tree takes longer than to load what hashes many at once. */
const MANY = 2_000;

/** Judges one bundle. Never rejects for anything that a file can hold. */
export async function verifySession(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  return judgeSession(bytes, options).catch((error: unknown) =>
    agentFileUnreadable('session', internalFault(error, bytes.length), options),
  );
}

async function judgeSession(bytes: Uint8Array, options: VerifyAgentOptions): Promise<AgentReport> {
  const checks = new CheckList();
  const read = parseSessionBundle(bytes);
  if (!read.ok) return agentFileRefused('session', bytes, read, checks, options);
  const { bundle, nodes } = read;
  checks.add('format', 'bundle', { status: 'passed', sentence: 'The file has the members of a session bundle.' });
  if (nodes.count >= MANY) await loadSha256Many();
  const registrationHash = nodeHash(bundle.registration.node);
  const parent = bundle.parent_node === null ? registrationHash : nodeHash(bundle.parent_node.node);
  const result = await judgeNodes(bundle, nodes, toHex(parent), {
    verifier: options.verifier,
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
  });
  if (!result.ok) return agentFileRefused('session', bytes, result, checks, options);
  const { judged } = result;
  checks.add('format', 'nodes', {
    status: 'passed',
    sentence: `Each of the ${nodes.count} nodes has the members of a node.`,
  });
  checkBeginning(bundle, checks);
  addNodeChecks(judged, bundle, nodes.count, checks);
  await checkRegistrationSignature(bundle, checks, options);
  const seals = await checkSeals(bundle, judged, registrationHash, checks, options);
  const head = await checkLog(bundle, judged, checks, options);
  checkClock('The last node', parseIsoTime(judged.last.timestamp) ?? 0, options.now, 'recorded_at', checks);
  addScope(bundle, checks);
  if (judged.imported > 0) addImported(checks);
  return agentReport(
    bytes,
    {
      kind: 'session',
      checks,
      subject: {
        session_id: bundle.session.session_id,
        agent_id: bundle.session.agent_id,
        nodes: nodes.count,
        sealed: bundle.seal === null ? 'no' : 'yes',
        ...(judged.violations === 0 ? {} : { ran_although_forbidden: `${judged.violations} of ${nodes.count} nodes` }),
        ...(judged.imported === 0 ? {} : { imported: `${judged.imported} of ${nodes.count} nodes: ${IMPORTED}` }),
      },
      broken: earliest([
        judged.signature,
        judged.chain,
        judged.openings,
        judged.times,
        judged.decisions,
        judged.delegations,
      ]),
      signatures: { agent: agentSlot(judged.signature), ...(seals.session?.signatures ?? pendingSlots()) },
      isDemo: head?.isDemo === true || seals.session?.isDemo === true || seals.registration?.isDemo === true,
      used: [seals.session, seals.registration, head].flatMap((one) => one?.used ?? []),
      notCovered: notCoveredOf(bundle, judged, seals),
      imported: importedSentence(judged, nodes.count),
    },
    options,
  );
}

/** Whether the session as a whole is an import, or holds some imported nodes. */
function importedSentence({ imported, first }: JudgedNodes, count: number): string | null {
  if (imported === 0) return null;
  const what = isImported(first)
    ? 'Imported'
    : `${imported} of the ${count} nodes ${imported === 1 ? 'is' : 'are'} imported`;
  return `${what}: ${IMPORTED}.`;
}

/**
 * The members that no signature covers: neither a seal nor a request whose hash is in a signed node. An inclusion in the log
 * is proven for the nodes that `inclusion` names; that it names all of them is not.
 */
function notCoveredOf(
  { seal, session, openings, parent_node: parent, log }: SessionBundle,
  { first, last }: JudgedNodes,
  seals: JudgedSeals,
): readonly string[] {
  const isOpened = openings.has(first.node_id);
  const hasRunOut = seal !== null && kindOf(last.action_type) !== 'end';
  // The request that opened a delegated session bounds its time; where its parent ended, it is not in this bundle.
  const isTimed = hasRunOut || (isOpened && session.parent_session_id === null);
  return [
    'format',
    'exported_at',
    'session.redaction_level',
    ...(isTimed ? [] : ['session.expires_at']),
    ...(seal === null ? ['session.ended_at'] : []),
    ...(seal === null && !isOpened ? ['session.scope'] : []),
    ...(parent === null ? [] : ['parent_node.signature']),
    ...(log === null ? [] : ['log.inclusion']),
    ...uncoveredIn(seals.registration, 'registration.seal'),
    ...uncoveredIn(seals.session, 'seal'),
  ];
}

function addNodeChecks(judged: JudgedNodes, bundle: SessionBundle, count: number, checks: CheckList): void {
  const { openings, registration, parent_node: parent } = bundle;
  const add = (
    group: 'integrity' | 'signature' | 'validity' | 'policy',
    name: string,
    broken: BrokenPlace | null,
    code: AgentCode,
    passed: string,
    failed: string,
  ) => {
    checks.add(
      group,
      name,
      broken === null
        ? { status: 'passed', sentence: passed }
        : {
            status: 'failed',
            sentence: `${failed} It is node ${broken.index + 1} of ${count}, ${broken.id} (${broken.what}).`,
            expected: broken.expected,
            found: broken.found,
            reason: code,
          },
    );
  };
  const { chain, signature, openings: opened, times, decisions, delegations } = judged;
  // The earlier of two breaks is the cause: an edited node breaks the link of the next one too.
  const isCause = signature !== null && chain !== null && signature.index < chain.index;
  const addSignature = () =>
    add(
      'signature',
      'nodes',
      signature,
      'SIGNATURE_INVALID',
      `${AGENT_SIGNATURE_ALGORITHM}: the signature of every node verifies under the agent's key.`,
      "A node is not signed by the agent's key: it was changed, or is another's.",
    );
  if (isCause) addSignature();
  add(
    'integrity',
    'chain',
    chain,
    'CHAIN_BROKEN',
    'Every node names the hash of the one before, in one session, in the order of time.',
    'The chain is broken.',
  );
  if (!isCause) addSignature();
  const known = new Set([registration.node.node_id, ...(parent === null ? [] : [parent.node.node_id])]);
  const stray = [...openings.keys()].find((id) => !known.has(id) && !judged.places.has(id));
  checks.compare('integrity', 'openings_named', {
    expected: 'nodes of this bundle',
    found: stray ?? 'nodes of this bundle',
    code: 'HASH_MISMATCH',
    passed: 'Every request that the bundle has belongs to a node.',
    failed: 'The bundle has a request that belongs to no node.',
  });
  add(
    'integrity',
    'openings',
    opened,
    'HASH_MISMATCH',
    'The requests that the bundle has are those that the nodes cover.',
    'A request is not the one that its node covers.',
  );
  add(
    'validity',
    'session_time',
    times,
    'CHAIN_BROKEN',
    'Every node was recorded within the session.',
    'A node was recorded outside of the session.',
  );
  add(
    'policy',
    'decisions',
    decisions,
    'SCOPE_EXCEEDED',
    'What the scope forbids is recorded as refused, or as done although forbidden.',
    'A node outside of the scope is recorded as permitted.',
  );
  add(
    'policy',
    'delegations',
    delegations,
    'SCOPE_EXCEEDED',
    'No delegation goes beyond the scope of the session.',
    'A delegation goes beyond the scope of the session.',
  );
}

async function checkRegistrationSignature(
  { registration, agent }: SessionBundle,
  checks: CheckList,
  { verifier }: VerifyAgentOptions,
): Promise<void> {
  const holds = await verifier.verify(
    AGENT_SIGNATURE_ALGORITHM,
    fromBase64(agent.public_key) ?? new Uint8Array(),
    nodeBytes(registration.node),
    registration.signature,
  );
  checks.add(
    'signature',
    'registration',
    holds
      ? { status: 'passed', sentence: "The registration is signed by the agent's key." }
      : {
          status: 'failed',
          sentence: "The registration is not signed by the agent's key.",
          reason: 'SIGNATURE_INVALID',
        },
  );
}

/** The head that was checked; null where there is none. */
async function checkLog(
  { log, registration, parent_node: parent }: SessionBundle,
  judged: JudgedNodes,
  checks: CheckList,
  options: VerifyAgentOptions,
): Promise<JudgedStatement | null> {
  if (log === null) {
    const reason = 'The bundle has no signed tree head.';
    checks.add('integrity', 'log', { status: 'not_performed', sentence: "The nodes in the service's log.", reason });
    return null;
  }
  const { head, inclusion } = log;
  const outside = new Map([registration, ...(parent === null ? [] : [parent])].map(({ node }) => [node.node_id, node]));
  const root = bytesOfHash(head.root);
  const wrong = inclusion.find(({ node_id: id, index, path }) => {
    const at = judged.places.get(id);
    const other = outside.get(id);
    const hash = at === undefined ? (other === undefined ? undefined : nodeHash(other)) : judged.hashes[at];
    return hash === undefined || !verifyInclusion(hash, { index, size: head.tree_size, path }, root);
  });
  if (inclusion.length === 0) {
    const reason = 'The bundle proves none of its nodes.';
    checks.add('integrity', 'log', { status: 'not_performed', sentence: "The nodes in the service's log.", reason });
    return checkNewHead(head, 'log_head', options, checks);
  }
  checks.compare('integrity', 'log', {
    expected: `${inclusion.length} nodes in the tree of ${head.tree_size} leaves`,
    found:
      wrong === undefined
        ? `${inclusion.length} nodes in the tree of ${head.tree_size} leaves`
        : `no way from ${wrong.node_id} at ${wrong.index} to the root`,
    code: 'LOG_MISMATCH',
    passed: "The nodes that the bundle proves are in the service's log.",
    failed: "A node is not in the service's log where the bundle says.",
  });
  return checkNewHead(head, 'log_head', options, checks);
}

function addScope({ seal }: SessionBundle, checks: CheckList): void {
  checks.leaveOpen(
    'agent',
    'Whether the agent itself signed.',
    'The service holds the keys of agents: a signature means that the service recorded this for the API key that called.',
  );
  checks.leaveOpen('unreported', 'What the agent never reported.', 'Only what was recorded can be checked.');
  checks.leaveOpen(
    'inputs',
    'Whether inputs and outputs are those that the hashes name.',
    'They never leave the process of the agent; hashes of short inputs can be guessed.',
  );
  checks.leaveOpen(
    'independent_time',
    'No independent proof of the times was examined.',
    `Times are the clock of the service${seal === null ? '' : '; the seal is anchored on a ledger that was not asked'}.`,
  );
}

function agentSlot(broken: BrokenPlace | null): SlotReport {
  const algorithm = AGENT_SIGNATURE_ALGORITHM;
  if (broken === null) return { status: 'valid', algorithm };
  return { status: 'invalid', algorithm, reason: `Node ${broken.id} is not signed by the agent's key.` };
}

function pendingSlots(): Record<string, SlotReport> {
  const reason = 'The session is not sealed.';
  return Object.fromEntries(
    RECEIPT_SLOTS.map((slot) => [slot, { status: 'pending', algorithm: RECEIPT_ALGORITHMS[slot], reason } as const]),
  );
}
