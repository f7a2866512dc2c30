/** Everything that the threads of encrypted computation can be asked to do. */
import { measureTask } from '../fhe-iq/work.ts';
import { ingestTask } from '../fraud/work.ts';

import { TASKS as VECTOR_TASKS } from '../search/vector-work.ts';
import { bfvAddTask, bfvDecryptTask, bfvEncryptTask, bfvKeygenTask, bfvMultiplyTask } from './bfv-work.ts';
import {
  ckksAddTask,
  ckksDecryptTask,
  ckksEncryptTask,
  ckksKeygenTask,
  ckksMultiplyTask,
  ckksRefreshTask,
  ckksRotateTask,
  evaluationKeyTask,
} from './ckks-work.ts';
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
  measureTask,
  encryptOnceTask,
  innerProductsTask,
  openTask,
  compareTask,
  sumTask,
  blindedDifferenceTask,
  isZeroTask,
  ingestTask,
  ...VECTOR_TASKS,
] as const;
