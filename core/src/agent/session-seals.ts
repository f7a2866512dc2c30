/** The checks of the two seals of a bundle, that of the session and that of the registration, and what they say of the agent's key. */

import { toHex } from '../bytes.ts';
import { createTree } from '../log/tree.ts';
import type { VerifyAgentOptions } from '../verdict/agent-report.ts';
import type { CheckList } from '../verdict/checks.ts';
import type { SessionBundle } from './bundle.ts';
import type { JudgedNodes } from './judge-nodes.ts';
import { kindOf } from './node.ts';
import { scopeHash } from './scope.ts';
import { checkSealReceipt, compareStatement, type JudgedSeal } from './seal-checks.ts';

export interface JudgedSeals {
  readonly session: JudgedSeal | null;
  readonly registration: JudgedSeal | null;
}

/** `null` for a seal that the bundle does not have. */
export async function checkSeals(
  bundle: SessionBundle,
  judged: JudgedNodes,
  registrationHash: Uint8Array,
  checks: CheckList,
  options: VerifyAgentOptions,
): Promise<JudgedSeals> {
  const { seal, registration, agent } = bundle;
  let session: JudgedSeal | null = null;
  if (seal === null) {
    const sentence = 'The session is not sealed: nodes could be missing at its end.';
    checks.add('integrity', 'seal', { status: 'pending', sentence, reason: 'NOT_SEALED' });
  } else {
    checkSessionStatement(bundle, judged, checks);
    session = await checkSealReceipt(seal, 'seal', options, checks);
  }
  let registered: JudgedSeal | null = null;
  if (registration.seal === null) {
    const sentence = 'The seal of the registration.';
    checks.add('integrity', 'registration_seal', {
      status: 'not_performed',
      sentence,
      reason: 'The bundle does not have it.',
    });
  } else {
    const { statement } = registration.seal;
    const hash = toHex(registrationHash);
    compareStatement(
      [
        { name: 'session', stated: statement.session_id ?? 'none', found: 'none', what: 'the session' },
        { name: 'agent', stated: statement.agent_id, found: agent.agent_id, what: 'the agent' },
        { name: 'key', stated: statement.agent_public_key, found: agent.public_key, what: "the agent's key" },
        { name: 'count', stated: String(statement.count), found: '1', what: 'the number of nodes' },
        { name: 'first_hash', stated: statement.first_hash, found: hash, what: 'the node' },
        { name: 'last_hash', stated: statement.last_hash, found: hash, what: 'the node' },
        { name: 'root', stated: statement.root, found: toHex(createTree([registrationHash]).root), what: 'the root' },
      ],
      'registration_seal',
      checks,
    );
    registered = await checkSealReceipt(registration.seal, 'registration_seal', options, checks);
  }
  checkAgentKey(session, registered, checks);
  checkSessionEnd(bundle, judged, checks);
  return { session, registration: registered };
}

function checkSessionStatement({ seal, session, agent }: SessionBundle, judged: JudgedNodes, checks: CheckList): void {
  if (seal === null) return;
  const { statement } = seal;
  const isEnded = kindOf(judged.last.action_type) === 'end';
  const covered = isEnded ? judged.hashes.slice(0, -1) : judged.hashes;
  const endHash = isEnded ? judged.hashes.at(-1) : undefined;
  const root = covered.length === 0 ? 'none' : toHex(createTree(covered).root);
  const hashAt = (hash: Uint8Array | undefined) => (hash === undefined ? 'none' : toHex(hash));
  compareStatement(
    [
      { name: 'session', stated: statement.session_id ?? 'none', found: session.session_id, what: 'the session' },
      { name: 'agent', stated: statement.agent_id, found: session.agent_id, what: 'the agent' },
      { name: 'key', stated: statement.agent_public_key, found: agent.public_key, what: "the agent's key" },
      {
        name: 'scope',
        stated: statement.scope_hash ?? 'none',
        found: toHex(scopeHash(session.scope)),
        what: 'the scope',
      },
      { name: 'count', stated: String(statement.count), found: String(covered.length), what: 'the number of nodes' },
      { name: 'first_hash', stated: statement.first_hash, found: hashAt(covered[0]), what: 'the first node' },
      { name: 'last_hash', stated: statement.last_hash, found: hashAt(covered.at(-1)), what: 'the last node' },
      { name: 'root', stated: statement.root, found: root, what: 'the root over the nodes' },
      {
        name: 'end_hash',
        stated: statement.end_hash ?? 'none',
        found: hashAt(endHash),
        what: 'the end of the session',
      },
      { name: 'started_at', stated: statement.started_at, found: session.started_at, what: 'the beginning' },
      { name: 'ended_at', stated: statement.ended_at, found: session.ended_at ?? session.expires_at, what: 'the end' },
    ],
    'seal',
    checks,
  );
  if (!isEnded) return;
  const { root: statedRoot, count } = judged.last.details;
  checks.compare('integrity', 'end_node', {
    expected: `${covered.length} nodes, root ${root}`,
    found: `${typeof count === 'number' ? count : 'no'} nodes, root ${typeof statedRoot === 'string' ? statedRoot : 'none'}`,
    code: 'CHAIN_BROKEN',
    passed: 'The end node states the nodes before it and their root.',
    failed: 'The end node states other nodes or another root.',
  });
}

/** A session was ended where it has an end node, and when that was recorded; every other one is open or ran out. */
function checkSessionEnd({ session }: SessionBundle, { last }: JudgedNodes, checks: CheckList): void {
  const isEnded = kindOf(last.action_type) === 'end';
  checks.compare('integrity', 'session_end', {
    expected: isEnded ? last.timestamp : 'none',
    found: session.ended_at ?? 'none',
    code: 'CHAIN_BROKEN',
    passed: isEnded ? 'The session was ended when its end node says.' : 'The session has no end and no end node.',
    failed: 'The session is said to have ended otherwise than its nodes say.',
  });
}

/** The key is the agent's where a trusted seal names it; the seals' members were compared with it. */
function checkAgentKey(session: JudgedSeal | null, registration: JudgedSeal | null, checks: CheckList): void {
  const seals = [session, registration].filter((one) => one !== null);
  const isBound = seals.some(({ isTrusted }) => isTrusted);
  checks.add('trust', 'agent_key', {
    ...(isBound
      ? { status: 'passed', sentence: "A seal under a trusted key set names the agent's key." }
      : {
          status: 'pending',
          sentence: "No seal under a trusted key set names the agent's key.",
          reason: seals.find(({ pending }) => pending !== null)?.pending ?? 'NOT_SEALED',
        }),
    expected: 'a seal of the session or registration under a trusted key set',
    found: isBound ? 'one' : 'none',
  });
}
