import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../frame/implement.ts';

export const zkp = implement(api.crypto.zkp)({});
