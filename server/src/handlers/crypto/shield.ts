import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../implement.ts';

export const shield = implement(api.crypto.shield)({});
