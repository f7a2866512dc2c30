import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../implement.ts';

export const approval = implement(api.agents.approval)({});
