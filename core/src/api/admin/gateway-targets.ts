import Type from 'typebox';
import { object, prefixedId } from '../common.ts';
import { GatewayTarget, TargetId } from '../crypto/key-gateway.ts';
import { endpoint, group } from '../endpoint.ts';

const ProjectId = prefixedId('prj', 'The project whose target is meant.');

export const gatewayTargets = group({
  update: endpoint({
    id: 'admin.gateway-targets.update',
    service: 'admin',
    method: 'PATCH',
    path: '/gateway-targets/:target_id',
    params: object({ target_id: TargetId }),
    body: object({
      allow_private: Type.Boolean({
        description: 'Allow addresses in private networks, and plain http to an IP address and port.',
      }),
      project_id: Type.Optional(ProjectId),
      base_url: Type.Optional(
        Type.String({ maxLength: 2_000, description: 'As you have read it: another one by now is CONFLICT.' }),
      ),
    }),
    response: object({ ...GatewayTarget.properties, project_id: ProjectId }),
    auth: 'admin',
    scope: null,
    minTier: null,
    units: 0,
    errors: ['NOT_FOUND', 'CONFLICT'],
    summary: 'Allow a gateway target to have an address in a private network, or take that back.',
    description:
      'Meant is the target of the project that is acted for, else the only one of that name on this server; where several projects have one, state `project_id`. Whoever may use the target reaches that address through this server from then on, within the allowed paths: look at `base_url` first. The permission ends when the project changes `base_url`, `auth_header` or `auth_template`. The own address of this server is refused in any case. Recorded in the audit as `gateway-target.changed`.',
    example: {
      params: { target_id: 'payments' },
      body: { allow_private: true },
      after: { operation: 'crypto.key.gateway-configure', use: { 'params.target_id': 'target_id' } },
    },
  }),
});
