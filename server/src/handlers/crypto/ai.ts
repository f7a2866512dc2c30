import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../frame/implement.ts';

export const ai = implement(api.crypto.ai)({});
