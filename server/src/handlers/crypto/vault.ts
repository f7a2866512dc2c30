import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../implement.ts';

export const vault = implement(api.crypto.vault)({});
