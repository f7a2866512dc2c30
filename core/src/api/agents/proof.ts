import Type from 'typebox';
import { base64, Count, Hex64, object } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';
import { LogHead } from '../receipts/log.ts';
import { SealDocument } from './bundle-schema.ts';
import {
  AgentReceipt,
  EXAMPLE_NODE_ID,
  GUESSABLE_SENTENCE,
  HELD_KEY_SENTENCE,
  NodeId,
  VerificationCheck,
} from './receipt-schema.ts';

export const proof = group({
  read: endpoint({
    id: 'agents.proof.read',
    service: 'agents',
    method: 'GET',
    path: '/proof/:id',
    params: object({ id: NodeId }),
    response: object({
      format: Type.Optional(
        Type.Literal('svc-agent-proof/v2', { description: 'Of the proof of a node of version 2 only.' }),
      ),
      valid: Type.Boolean({ description: 'No check has failed; `checks` tells which could not be made.' }),
      merkle_proof: Type.Array(object({ hash: Hex64, side: Type.Enum(['left', 'right']) }), {
        description:
          'From the leaf to the root. Leaf: SHA-256 of a 00 byte and the node hash; node: SHA-256 of a 01 byte, left and right.',
      }),
      root: Hex64,
      tree_size: Type.Integer({ minimum: 1 }),
      receipt: AgentReceipt,
      svc_74_attestation: Type.Union(
        [
          Type.String({ pattern: '^[0-9a-f]{148}$', 'x-expects': 'a handle: 148 digits of lower-case hexadecimal' }),
          Type.Null(),
        ],
        {
          description: 'The 74-byte handle of the seal as hexadecimal; null until the node is sealed.',
        },
      ),
      checks: Type.Array(VerificationCheck),
      signature: base64("The agent key's ML-DSA-65 signature over the hashed bytes of the node."),
      agent_public_key: base64('The ML-DSA-65 key of the agent.'),
      seal: SealDocument,
      log: object({
        head: LogHead,
        index: Count,
        path: Type.Array(Hex64, { description: 'Sibling hashes in the order of RFC 9162, from the leaf upwards.' }),
      }),
    }),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND'],
    summary: 'The public proof of one receipt; free and without a key.',
    description: `Hashed are \`svc-agent-node/v1\` (\`v2\` where \`details\` have \`violation\` or \`allow_requester\`), a zero byte and the canonical JSON of the receipt without \`verification_url\`, \`signature_status\` and \`svc_74_status\`. The path leads to the Merkle root of the session when it is sealed, else to the root of the service's log; the end of a session is proven by the log alone. \`log\` has the way there in any case, under a signed head. Save the answer and let \`pq-verify node\` check it without this service. ${HELD_KEY_SENTENCE} Times are the clock of the service: claimed, not proven. The proof does not show that the action took place, nor, before the seal, that the session is complete. ${GUESSABLE_SENTENCE}`,
    example: {
      params: { id: EXAMPLE_NODE_ID },
      after: { operation: 'agents.register.create', use: { 'params.id': 'node_id' } },
    },
  }),
});
