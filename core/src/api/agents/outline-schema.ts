/** A session's receipts as columns: what lists and drawings need of many thousands. */
import Type from 'typebox';
import { base64, object } from '../common.ts';
import { NodeId } from './receipt-schema.ts';

/** What a receipt says happened, in a word. */
export const NODE_OUTCOMES = [
  'recorded',
  'success',
  'allowed',
  'clean',
  'approve',
  'asked',
  'pending',
  'unknown',
  'quarantined',
  'denied',
  'violation',
  'exposed',
  'timeout',
  'failure',
] as const;
export type NodeOutcome = (typeof NODE_OUTCOMES)[number];

/** The most nodes of one answer. */
export const MOST_OUTLINED = 10_000;
/** Characters that are kept of a summary: a list shows one line. */
export const OUTLINE_SUMMARY_LENGTH = 160;

const place = (what: string) => Type.Array(Type.Integer({ minimum: 0 }), { description: what });

export const SessionOutline = object({
  node_ids: Type.Array(NodeId),
  summaries: Type.Array(Type.String({ description: `The first ${OUTLINE_SUMMARY_LENGTH} characters.` })),
  action_types: Type.Array(Type.String(), { description: 'Those that occur, each once.' }),
  action_type: place('For each node the place of its own in `action_types`.'),
  outcomes: Type.Array(Type.Enum(NODE_OUTCOMES), { description: 'Those that occur, each once.' }),
  outcome: place('For each node the place of its own in `outcomes`.'),
  times: Type.Array(Type.Integer(), { description: 'Milliseconds since 1970.' }),
  hashes: base64('The hash that is stored for each node, 32 bytes each, one after the other.'),
  input_hashes: base64('`input_hash` of each node, 32 bytes each.'),
  output_hashes: base64('`output_hash` of each node, 32 bytes each; zeros where there is no output.'),
  children: Type.Array(
    object({ node: Type.Integer({ minimum: 0, description: 'Its place in `node_ids`.' }), session_id: Type.String() }),
    { description: 'Nodes that delegated, and the sessions that they opened.' },
  ),
  next: Type.Union([Type.Integer({ minimum: 1, description: 'To ask with as `after`.' }), Type.Null()]),
});
