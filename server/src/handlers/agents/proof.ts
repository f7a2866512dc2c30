import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../implement.ts';

export const proof = implement(api.agents.proof)({});
