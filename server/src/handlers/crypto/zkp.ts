import { api } from '@touchstone/core/api/api.ts';
import { implement } from '../../frame/implement.ts';
import { byWork } from '../../frame/work.ts';
import { proveWork, verifyWork } from '../../stark/work.ts';

export const zkp = implement(api.crypto.zkp)({
  starkProve: byWork(proveWork, (_context, _input, run) => run(null)),
  starkVerify: byWork(verifyWork, (_context, _input, run) => run(null)),
});
