import { FIXED_ACTION_TYPES } from '@touchstone/core/agent/node.ts';
import { api } from '@touchstone/core/api/api.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { recordAct } from '../../agents/recording.ts';
import { implement } from '../../frame/implement.ts';

export const memory = implement(api.agents.memory)<AgentNeeds>({
  async checkpoint(context, { headers, body }) {
    const request = { operation: api.agents.memory.checkpoint.id, headers, body };
    return recordAct(context, request, body, () => ({
      kind: 'memory',
      actionType: FIXED_ACTION_TYPES.memory,
      summary: `Memory of ${body.size_bytes} bytes.`,
      inputHash: body.memory_hash,
      outputHash: body.context_hash,
      details: { metadata: { size_bytes: String(body.size_bytes) } },
    }));
  },
});
