import { actOfAction, decide } from '@touchstone/core/agent/policy.ts';
import { api } from '@touchstone/core/api/api.ts';
import { appendNode } from '../../agents/append.ts';
import { checkAction } from '../../agents/body-checks.ts';
import { judgedDetails, statedDetails } from '../../agents/details.ts';
import { actingGates, openSession, record } from '../../agents/recording.ts';
import { implement } from '../../implement.ts';

export const actions = implement(api.agents.actions)({
  async attest(context, { headers, body }) {
    checkAction(body);
    const request = { operation: api.agents.actions.attest.id, headers, body };
    return record(context, request, async (moment) => {
      const acting = await openSession(context, moment, body);
      const act = actOfAction(body);
      const { allowed, rule } = decide(actingGates(moment, acting), act);
      return appendNode(moment, acting.agent, acting.session, {
        kind: 'action',
        actionType: body.action_type,
        summary: body.summary,
        inputHash: body.input_hash,
        outputHash: body.output_hash ?? '',
        details: {
          ...(allowed ? {} : { status: 'denied', rule }),
          ...judgedDetails(act),
          ...statedDetails(body),
        },
      });
    });
  },
});
