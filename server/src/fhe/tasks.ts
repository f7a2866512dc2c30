/** Everything that the threads of encrypted computation can be asked to do. */
import { ingestTask } from '../fraud/work.ts';
import {
  blindedDifferenceTask,
  compareTask,
  encryptOnceTask,
  innerProductsTask,
  isZeroTask,
  openTask,
  sumTask,
} from './coefficient-work.ts';
import { readTask } from './reading.ts';
import {
  bfvAddTask,
  bfvDecryptTask,
  bfvEncryptTask,
  bfvKeygenTask,
  bfvMultiplyTask,
  ckksAddTask,
  ckksDecryptTask,
  ckksEncryptTask,
  ckksKeygenTask,
  ckksMultiplyTask,
  ckksRefreshTask,
  ckksRotateTask,
  evaluationKeyTask,
} from './work.ts';

export const TASKS = [
  readTask,
  bfvKeygenTask,
  bfvEncryptTask,
  bfvAddTask,
  bfvMultiplyTask,
  bfvDecryptTask,
  ckksKeygenTask,
  evaluationKeyTask,
  ckksEncryptTask,
  ckksAddTask,
  ckksMultiplyTask,
  ckksRotateTask,
  ckksDecryptTask,
  ckksRefreshTask,
  encryptOnceTask,
  innerProductsTask,
  openTask,
  compareTask,
  sumTask,
  blindedDifferenceTask,
  isZeroTask,
  ingestTask,
] as const;
