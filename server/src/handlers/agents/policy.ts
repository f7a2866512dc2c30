import { openingHash } from '@touchstone/core/agent/node.ts';
import { actOfEvaluation, decide } from '@touchstone/core/agent/policy.ts';
import { api } from '@touchstone/core/api/api.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { appendNode } from '../../agents/append.ts';
import { jsonOf, judgedDetails } from '../../agents/details.ts';
import { actingGates, openSession, record } from '../../agents/recording.ts';
import { implement } from '../../implement.ts';

export const policy = implement(api.agents.policy)({
  async evaluate(context, { headers, body }) {
    const parameters = body.parameters === undefined ? undefined : jsonOf(body.parameters);
    const asked = { action_type: body.action_type, target_resource: body.target_resource };
    const act = actOfEvaluation({ ...asked, ...(parameters === undefined ? {} : { parameters }) });
    const inputHash = toHex(openingHash(jsonOf(body)));
    const request = { operation: api.agents.policy.evaluate.id, headers, body };
    return record(context, request, async (moment) => {
      const acting = await openSession(context, moment, body);
      const { allowed, rule } = decide(actingGates(moment, acting), act);
      return appendNode(moment, acting.agent, acting.session, {
        kind: 'policy',
        actionType: `policy:${body.action_type}`,
        summary: body.target_resource,
        inputHash,
        details: { allowed, rule, ...judgedDetails(act), ...(parameters === undefined ? {} : { parameters }) },
      });
    });
  },
});
