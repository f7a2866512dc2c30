import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../implement.ts';

export const policy = implement(api.agents.policy)({});
