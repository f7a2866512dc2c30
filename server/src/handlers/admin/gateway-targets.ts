import { api } from '@touchstone/core/api/api.ts';
import { permitPrivate } from '../../gateway/targets.ts';
import { implement } from '../../implement.ts';

export const gatewayTargets = implement(api.admin.gatewayTargets)({
  async update(context, { params, body }) {
    return permitPrivate(context, params.target_id, body);
  },
});
