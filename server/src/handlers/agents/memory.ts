import { FIXED_ACTION_TYPES } from '@touchstone/core/agent/node.ts';
import { api } from '@touchstone/core/api/api.ts';
import { appendNode } from '../../agents/append.ts';
import { openSession, record } from '../../agents/recording.ts';
import { implement } from '../../implement.ts';

export const memory = implement(api.agents.memory)({
  async checkpoint(context, { headers, body }) {
    const request = { operation: api.agents.memory.checkpoint.id, headers, body };
    return record(context, request, async (moment) => {
      const { agent, session } = await openSession(context, moment, body);
      return appendNode(moment, agent, session, {
        kind: 'memory',
        actionType: FIXED_ACTION_TYPES.memory,
        summary: `Memory of ${body.size_bytes} bytes.`,
        inputHash: body.memory_hash,
        outputHash: body.context_hash,
        details: { metadata: { size_bytes: String(body.size_bytes) } },
      });
    });
  },
});
