import { actionOutcome } from '@touchstone/core/agent/act-outcome.ts';
import { actOfAction, decide } from '@touchstone/core/agent/policy.ts';
import { api } from '@touchstone/core/api/api.ts';
import { checkAction } from '../../agents/body-checks.ts';
import { judgedDetails, statedDetails } from '../../agents/details.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { recordAct } from '../../agents/recording.ts';
import { implement } from '../../frame/implement.ts';

export const actions = implement(api.agents.actions)<AgentNeeds>({
  async attest(context, { headers, body }) {
    checkAction(body);
    const request = { operation: api.agents.actions.attest.id, headers, body };
    const act = actOfAction(body);
    return recordAct(context, request, body, (gates) => {
      return {
        kind: 'action',
        actionType: body.action_type,
        summary: body.summary,
        inputHash: body.input_hash,
        outputHash: body.output_hash ?? '',
        details: {
          ...actionOutcome(body.output_hash !== undefined, decide(gates, act)),
          ...judgedDetails(act),
          ...statedDetails(body),
        },
      };
    });
  },
});
