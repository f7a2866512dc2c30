/** A `*.pqs.json` file as the service answers it; `core/src/agent/bundle.ts` reads it. */
import Type from 'typebox';
import { anyObject, base64, Count, Hex64, IsoTime, nullable, object, recordOf } from '../common.ts';
import { LogHead } from '../receipts/log.ts';
import { AgentId, NodeId, RedactionLevel, SessionId, SessionScope } from './receipt-schema.ts';

const SignedNode = object({
  node: anyObject('What is hashed: the receipt without `verification_url`, `signature_status` and `svc_74_status`.'),
  signature: base64("The agent key's ML-DSA-65 signature over the hashed bytes."),
});

/** A seal with the receipt whose payload it is; null where there is none. */
export const SealDocument = nullable(
  object({
    statement: anyObject('What the seal says; its canonical JSON is the payload of the receipt.'),
    receipt: anyObject('The receipt, as `GET /v1/receipts/<handle>` answers it.'),
  }),
);

export const SessionBundle = object({
  format: Type.Literal('svc-agent-session/v2'),
  exported_at: IsoTime,
  session: object({
    session_id: SessionId,
    agent_id: AgentId,
    parent_session_id: nullable(Type.String()),
    started_at: IsoTime,
    expires_at: IsoTime,
    ended_at: nullable(IsoTime),
    scope: SessionScope,
    redaction_level: RedactionLevel,
  }),
  agent: object({ agent_id: AgentId, public_key: base64('The ML-DSA-65 key of the agent.') }),
  registration: object({ ...SignedNode.properties, seal: SealDocument }),
  parent_node: Type.Optional(SignedNode),
  seal: SealDocument,
  log: nullable(
    object({
      head: LogHead,
      inclusion: Type.Array(object({ node_id: NodeId, index: Count, path: Type.Array(Hex64) })),
    }),
  ),
  nodes: Type.Array(SignedNode),
  openings: recordOf(anyObject('A request as it was enforced.'), 200, 'By the node whose `input_hash` they have.'),
});
