/** The checks of what a session's chain hangs on: the registration of the agent, and of a delegated session the delegating node. */

import { toHex } from '../bytes.ts';
import type { CheckList } from '../verdict/checks.ts';
import type { SessionBundle } from './bundle.ts';
import { openingFault, scopeIn } from './judge-nodes.ts';
import { kindOf, openingHash } from './node.ts';
import { scopeJson } from './scope.ts';

/** Adds `integrity.registration`, `.registration_opening`, `.parent_node` and, of a delegated session, `.delegation`. */
export function checkBeginning(bundle: SessionBundle, checks: CheckList): void {
  const { registration, parent_node: parent, session, agent, openings } = bundle;
  const { node } = registration;
  const isRegistration =
    kindOf(node.action_type) === 'register' && node.session_id === null && node.parent_hash === null;
  checks.compare('integrity', 'registration', {
    expected: `a registration of ${session.agent_id}`,
    found: isRegistration && agent.agent_id === node.agent_id ? `a registration of ${node.agent_id}` : 'another node',
    code: 'CHAIN_BROKEN',
    passed: 'The bundle has the registration of the agent.',
    failed: 'What stands as registration is not that of the agent.',
  });
  const opening = openings.get(node.node_id);
  if (opening === undefined) {
    checks.add('integrity', 'registration_opening', {
      status: 'not_performed',
      sentence: 'Whether the registration names the key of the agent.',
      reason: 'The bundle does not have the request that the registration covers.',
    });
  } else {
    checks.compare('integrity', 'registration_opening', {
      expected: `${node.input_hash}, key ${agent.public_key}`,
      found: `${toHex(openingHash(opening))}, key ${typeof opening.public_key === 'string' ? opening.public_key : 'none'}`,
      code: 'HASH_MISMATCH',
      passed: 'The registration covers the key of the agent.',
      failed: 'The registration does not cover this request or this key.',
    });
  }
  const isDelegated = session.parent_session_id !== null;
  checks.compare('integrity', 'parent_node', {
    expected: isDelegated ? 'a delegating node' : 'none',
    found: parent === null ? 'none' : 'a delegating node',
    code: 'CHAIN_BROKEN',
    passed: isDelegated ? 'The bundle has the node that delegated the session.' : 'The session was opened directly.',
    failed: 'A delegated session has the node that delegated it, and no other session has one.',
  });
  if (parent === null) return;
  const { details } = parent.node;
  const scope = scopeIn(details);
  const found = [
    kindOf(parent.node.action_type),
    parent.node.session_id,
    details.child_session_id,
    scope === null ? 'no scope' : JSON.stringify(scopeJson(scope)),
  ];
  checks.compare('integrity', 'delegation', {
    expected: JSON.stringify([
      'delegate',
      session.parent_session_id,
      session.session_id,
      JSON.stringify(scopeJson(session.scope)),
    ]),
    found: JSON.stringify(found),
    code: 'CHAIN_BROKEN',
    passed: 'The delegating node names this session and its scope.',
    failed: 'The delegating node names another session or scope.',
  });
  const delegated = openings.get(parent.node.node_id);
  const fault = delegated === undefined ? null : openingFault(bundle, parent.node, delegated);
  if (delegated !== undefined) {
    checks.compare('integrity', 'delegation_opening', {
      expected: fault?.expected ?? parent.node.input_hash,
      found: fault?.found ?? parent.node.input_hash,
      code: 'HASH_MISMATCH',
      passed: 'The delegating node covers the request that the bundle has.',
      failed: 'The delegating node does not cover the request that the bundle has.',
    });
  }
  checks.add('signature', 'parent_node', {
    status: 'not_performed',
    sentence: 'The signature of the delegating node.',
    reason: "It is judged with the parent's bundle, which has the key of that agent.",
  });
}
