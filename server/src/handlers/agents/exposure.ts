import { openingHash } from '@touchstone/core/agent/node.ts';
import { actOfExposure, decide, exposureStatus } from '@touchstone/core/agent/policy.ts';
import { api } from '@touchstone/core/api/api.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { recordAct } from '../../agents/recording.ts';
import { implement } from '../../frame/implement.ts';

export const exposure = implement(api.agents.exposure)<AgentNeeds>({
  async check(context, { headers, body }) {
    const request = { operation: api.agents.exposure.check.id, headers, body };
    const inputHash = toHex(openingHash({ ...body }));
    return recordAct(context, request, body, (gates) => {
      const decision = decide(gates, actOfExposure(body));
      return {
        kind: 'exposure',
        actionType: `exposure:${body.data_class}`,
        summary: `Checked ${body.operation} of ${body.data_class}.`,
        inputHash,
        details: { status: exposureStatus(decision), rule: decision.rule },
      };
    });
  },
});
