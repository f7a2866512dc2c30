import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../implement.ts';

export const mpc = implement(api.crypto.mpc)({});
