import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../frame/implement.ts';
import { permitPrivate, type TargetNeeds } from '../../gateway/targets.ts';

export const gatewayTargets = implement(api.admin.gatewayTargets)<TargetNeeds>({
  async update(context, { params, body }) {
    return permitPrivate(context, params.target_id, body);
  },
});
