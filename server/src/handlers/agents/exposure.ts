import { openingHash } from '@touchstone/core/agent/node.ts';
import { actOfExposure, decide, exposureStatus } from '@touchstone/core/agent/policy.ts';
import { api } from '@touchstone/core/api/api.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { appendNode } from '../../agents/append.ts';
import { actingGates, openSession, record } from '../../agents/recording.ts';
import { implement } from '../../implement.ts';

export const exposure = implement(api.agents.exposure)({
  async check(context, { headers, body }) {
    const request = { operation: api.agents.exposure.check.id, headers, body };
    return record(context, request, async (moment) => {
      const acting = await openSession(context, moment, body);
      const decision = decide(actingGates(moment, acting), actOfExposure(body));
      return appendNode(moment, acting.agent, acting.session, {
        kind: 'exposure',
        actionType: `exposure:${body.data_class}`,
        summary: `Checked ${body.operation} of ${body.data_class}.`,
        inputHash: toHex(openingHash({ ...body })),
        details: { status: exposureStatus(decision), rule: decision.rule },
      });
    });
  },
});
