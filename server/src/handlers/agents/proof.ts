import { api } from '@touchstone/core/api/api.ts';
import type { AgentNeeds } from '../../agents/needs.ts';
import { proveNode } from '../../agents/prove-node.ts';
import { implement } from '../../frame/implement.ts';

export const proof = implement(api.agents.proof)<AgentNeeds>({
  read: ({ deps }, { params }) => proveNode(deps, params.id),
});
