import { actOfTool, decide } from '@touchstone/core/agent/policy.ts';
import { api } from '@touchstone/core/api/api.ts';
import { checkTool } from '../../agents/body-checks.ts';
import { judgedDetails, statedDetails } from '../../agents/details.ts';
import { recordAct } from '../../agents/recording.ts';
import { implement } from '../../implement.ts';

export const tools = implement(api.agents.tools)({
  async attest(context, { headers, body }) {
    checkTool(body);
    const request = { operation: api.agents.tools.attest.id, headers, body };
    const act = actOfTool(body);
    return recordAct(context, request, body, (gates) => {
      const { allowed, rule } = decide(gates, act);
      const stated = body.status ?? (body.response_hash === undefined ? 'pending' : 'success');
      const status = allowed ? stated : 'denied';
      return {
        kind: 'tool',
        actionType: `tool:${body.tool_name}`,
        summary: `${body.tool_name}: ${status}.`,
        inputHash: body.request_hash,
        outputHash: body.response_hash ?? '',
        details: { status, ...(allowed ? {} : { rule }), ...judgedDetails(act), ...statedDetails(body) },
      };
    });
  },
});
