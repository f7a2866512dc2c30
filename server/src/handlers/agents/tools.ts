import { toolOutcome } from '@touchstone/core/agent/act-outcome.ts';
import { actOfTool, decide } from '@touchstone/core/agent/policy.ts';
import { api } from '@touchstone/core/api/api.ts';
import { checkTool } from '../../agents/body-checks.ts';
import { judgedDetails, statedDetails } from '../../agents/details.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { recordAct } from '../../agents/recording.ts';
import { implement } from '../../frame/implement.ts';

export const tools = implement(api.agents.tools)<AgentNeeds>({
  async attest(context, { headers, body }) {
    checkTool(body);
    const request = { operation: api.agents.tools.attest.id, headers, body };
    const act = actOfTool(body);
    const reported = {
      ...(body.status === undefined ? {} : { status: body.status }),
      hasResponse: body.response_hash !== undefined,
    };
    return recordAct(context, request, body, (gates) => {
      const outcome = toolOutcome(reported, decide(gates, act));
      return {
        kind: 'tool',
        actionType: `tool:${body.tool_name}`,
        summary: `${body.tool_name}: ${outcome.status}${outcome.violation === undefined ? '' : ', although forbidden'}.`,
        inputHash: body.request_hash,
        outputHash: body.response_hash ?? '',
        details: { ...outcome, ...judgedDetails(act), ...statedDetails(body) },
      };
    });
  },
});
