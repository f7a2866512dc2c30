import { actOfTool, decide } from '@touchstone/core/agent/policy.ts';
import { api } from '@touchstone/core/api/api.ts';
import { appendNode } from '../../agents/append.ts';
import { checkMetadata } from '../../agents/body-checks.ts';
import { judgedDetails, statedDetails } from '../../agents/details.ts';
import { actingGates, openSession, record } from '../../agents/recording.ts';
import { implement } from '../../implement.ts';

export const tools = implement(api.agents.tools)({
  async attest(context, { headers, body }) {
    checkMetadata(body);
    const request = { operation: api.agents.tools.attest.id, headers, body };
    return record(context, request, async (moment) => {
      const acting = await openSession(context, moment, body);
      const act = actOfTool(body);
      const { allowed, rule } = decide(actingGates(moment, acting), act);
      const stated = body.status ?? (body.response_hash === undefined ? 'pending' : 'success');
      const status = allowed ? stated : 'denied';
      return appendNode(moment, acting.agent, acting.session, {
        kind: 'tool',
        actionType: `tool:${body.tool_name}`,
        summary: `${body.tool_name}: ${status}.`,
        inputHash: body.request_hash,
        outputHash: body.response_hash ?? '',
        details: { status, ...(allowed ? {} : { rule }), ...judgedDetails(act), ...statedDetails(body) },
      });
    });
  },
});
