import { FIXED_ACTION_TYPES, openingHash } from '@touchstone/core/agent/node.ts';
import { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64, toHex, wipe } from '@touchstone/core/bytes.ts';
import { agentKeyPlace, newAgentKey } from '../../agents/agent-keys.ts';
import { appendRegistration } from '../../agents/append.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { record, storedReceipt } from '../../agents/recording.ts';
import { sealedOrLeft, sealRegistration } from '../../agents/seals.ts';
import { agentsBelow, insertAgent } from '../../agents/store/agents.ts';
import { ApiError } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import type { Db } from '../../store/engine.ts';

type Registered = OutputOf<typeof api.agents.register.create>;

/** Document 3, "Client-side rules". */
const DEFAULT_CAPABILITIES: readonly string[] = ['execute', 'use_tools', 'read_memory'];

export const register = implement(api.agents.register)<AgentNeeds>({
  async create(context, { headers, body }) {
    const { deps, caller } = context;
    const id = newId('agt', deps.random);
    const { publicKey, secretKey } = await newAgentKey(deps.signer, deps.random);
    const owner = { id, project_id: caller.projectId };
    const envelope = sealedKey();
    const {
      agent_type: agentType = 'autonomous',
      capabilities = DEFAULT_CAPABILITIES,
      redaction_level: level = 'metadata_only',
    } = body;
    const opening = {
      agent_id: id,
      public_key: toBase64(publicKey),
      name: body.name,
      canonical_name: body.canonical_name,
      tenant: body.tenant,
      agent_type: agentType,
      capabilities,
      redaction_level: level,
    };

    function sealedKey(): Uint8Array {
      try {
        return deps.vault.seal(agentKeyPlace(owner), secretKey);
      } finally {
        wipe(secretKey);
      }
    }

    const request = { operation: api.agents.register.create.id, headers, body };
    const { node_id: nodeId, agent_id: agentId } = await record<Registered>(context, request, async (recording) => {
      await requireUnused(recording.db, caller.projectId, body.canonical_name);
      const author = { ...owner, envelope, redaction_level: level };
      const appended = await appendRegistration(recording, author, {
        kind: 'register',
        actionType: FIXED_ACTION_TYPES.register,
        summary: `Registered ${body.name}.`,
        inputHash: toHex(openingHash(opening)),
        opening,
      });
      await insertAgent(recording.db, {
        ...author,
        name: body.name,
        canonical_name: body.canonical_name,
        tenant: body.tenant,
        agent_type: agentType,
        capabilities: JSON.stringify(capabilities),
        public_key: publicKey,
        node_id: appended.node.node_id,
        node_hash: appended.hash,
        registered_at: appended.time,
        sealed_at: null,
      });
      return appended;
    });
    await sealedOrLeft(deps, () => sealRegistration(deps, agentId));
    return storedReceipt<Registered>(context, nodeId);
  },
});

/** Two agents of one name could not be told apart by those who read their receipts. Throws CONFLICT. */
async function requireUnused(db: Db, projectId: string, canonicalName: string): Promise<void> {
  const [known] = await agentsBelow(db, { projectId, name: canonicalName, below: null }, 1);
  if (known === undefined) return;
  throw new ApiError(
    'CONFLICT',
    `An agent of this project has the canonical name ${canonicalName}: ${known.id}. Use that agent, or register another name.`,
  );
}
