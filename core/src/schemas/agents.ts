/** What is recorded of agents: nodes, seals, session bundles and proofs of nodes. */
import { SESSION_BUNDLE_FORMATS } from '../agent/bundle.ts';
import { type AgentNode, REDACTION_LEVELS } from '../agent/node.ts';
import type { SessionScope } from '../agent/scope.ts';
import type { AgentSeal } from '../agent/seal.ts';
import { NODE_PROOF_FORMAT } from '../agent/verify-node.ts';
import { HANDLE_LENGTH } from '../receipt/handle.ts';
import {
  anyObject,
  anyText,
  base64,
  count,
  either,
  exactly,
  fixed,
  hash,
  hex,
  list,
  type MembersOf,
  named,
  number,
  oneOf,
  optional,
  orNull,
  record,
  text,
  time,
} from './kit.ts';
import { LogHead, path, Receipt } from './receipts.ts';

const nodeMembers = {
  node_id: text(),
  agent_id: text(),
  session_id: orNull(text(), 'null in a registration.'),
  timestamp: time(),
  action_type: text(),
  action_summary: anyText(),
  input_hash: hash(),
  output_hash: either([hash(), fixed('')], 'Empty where there is no output.'),
  parent_hash: orNull(hash(), 'null in a registration.'),
  details: anyObject('With `violation` or `allow_requester` the node is one of version 2.'),
} satisfies MembersOf<AgentNode>;

const Node = named('AgentNode', exactly(nodeMembers));
const signature = base64('ML-DSA-65 of the agent over the tag of the version, 00, and the JCS of the node.');
const SignedNode = named('SignedNode', exactly({ node: Node, signature }));

const Scope = named(
  'SessionScope',
  exactly({
    allowed_tools: orNull(list(text())),
    forbidden_data_classes: orNull(list(text())),
    jurisdiction: orNull(text()),
    max_value: orNull(number(0)),
  } satisfies MembersOf<SessionScope>),
);

/** The payload of the seal's receipt. */
export const SealStatement = named(
  'SealStatement',
  exactly({
    v: fixed(1),
    session_id: orNull(text(), 'null in the seal of a registration.'),
    agent_id: text(),
    agent_public_key: base64(),
    scope_hash: orNull(hash()),
    count: count(1),
    first_hash: hash(),
    last_hash: hash(),
    root: hash(),
    end_hash: orNull(hash()),
    started_at: time(),
    ended_at: time(),
  } satisfies MembersOf<AgentSeal>),
);

const Seal = named('Seal', exactly({ statement: SealStatement, receipt: Receipt }));

export const SessionBundle = exactly({
  format: oneOf(SESSION_BUNDLE_FORMATS, 'Bundles of version 1 have nodes of version 1 alone.'),
  exported_at: time('Covered by nothing.'),
  session: exactly({
    session_id: text(),
    agent_id: text(),
    parent_session_id: orNull(text()),
    started_at: time(),
    expires_at: time(),
    ended_at: orNull(time()),
    scope: Scope,
    redaction_level: oneOf(REDACTION_LEVELS),
  }),
  agent: exactly({ agent_id: text(), public_key: base64() }),
  registration: exactly({ node: Node, signature, seal: orNull(Seal) }),
  parent_node: optional(orNull(SignedNode, 'The node that delegated.')),
  nodes: list(SignedNode, undefined, { minItems: 1 }),
  openings: record(anyObject('The request as it was enforced.'), 'By `node_id`.'),
  seal: orNull(Seal),
  log: orNull(exactly({ head: LogHead, inclusion: list(exactly({ node_id: text(), index: count(0), path })) })),
});

export const NodeProof = exactly({
  format: optional(fixed(NODE_PROOF_FORMAT, 'Of a node of version 2; absent for one of version 1.')),
  valid: {},
  merkle_proof: list(exactly({ hash: hash(), side: oneOf(['left', 'right']) })),
  root: hash(),
  tree_size: count(1),
  receipt: exactly({
    ...nodeMembers,
    signature_status: optional({}),
    svc_74_status: optional({}),
    verification_url: optional({}),
  }),
  svc_74_attestation: orNull(hex(HANDLE_LENGTH)),
  checks: {},
  signature: base64(),
  agent_public_key: base64(),
  seal: optional(orNull(Seal)),
  log: optional(orNull(exactly({ head: LogHead, index: count(0), path }))),
});
