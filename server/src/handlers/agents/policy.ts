import { openingHash } from '@touchstone/core/agent/node.ts';
import { actOfEvaluation, decide } from '@touchstone/core/agent/policy.ts';
import { api } from '@touchstone/core/api/api.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { jsonOf, judgedDetails } from '../../agents/details.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { recordAct } from '../../agents/recording.ts';
import { implement } from '../../frame/implement.ts';

export const policy = implement(api.agents.policy)<AgentNeeds>({
  async evaluate(context, { headers, body }) {
    const parameters = body.parameters === undefined ? undefined : jsonOf(body.parameters);
    const asked = { action_type: body.action_type, target_resource: body.target_resource };
    const act = actOfEvaluation({ ...asked, ...(parameters === undefined ? {} : { parameters }) });
    const inputHash = toHex(openingHash(jsonOf(body)));
    const request = { operation: api.agents.policy.evaluate.id, headers, body };
    return recordAct(context, request, body, (gates) => {
      const { allowed, rule } = decide(gates, act);
      return {
        kind: 'policy',
        actionType: `policy:${body.action_type}`,
        summary: body.target_resource,
        inputHash,
        details: { allowed, rule, ...judgedDetails(act), ...(parameters === undefined ? {} : { parameters }) },
      };
    });
  },
});
