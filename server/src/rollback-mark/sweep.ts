import type { Sweep } from '../frame/sweep.ts';
import type { MarkKeeper } from './rollback.ts';

/** Lets the mark beside the database follow it (S36). */
export const rollbackMark: Sweep<{ readonly rollbackMark: MarkKeeper }> = {
  name: 'rollback-mark',
  everyMs: 1_000,
  run: (deps) => deps.rollbackMark.writeIfActive(),
};
