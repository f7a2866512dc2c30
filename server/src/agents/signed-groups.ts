/**
 * Acts that are signed wait for some of those that are being signed, so that they share a transaction: getting one onto the
 * disk takes as long as signing does.
 */
import type { Db } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';

/** Half of what a transaction takes: while these are written, the others are signed. */
const ENOUGH = 8;

interface Signing {
  /** How many are not signed yet. */
  open: number;
  /** Lets those that are signed go on, in their order. */
  signed: (() => void)[];
}

const groups = createMemory('agents/signed-groups', (): Signing => ({ open: 0, signed: [] }));

/**
 * Resolves when `signed` has, and eight are signed or no more are open than that. Acts go on in the order in which they were
 * signed; `signed` must not reject. `database` is the database itself.
 */
export async function signedTogether(database: Db, signed: Promise<void>): Promise<void> {
  const group = groups.of(database);
  group.open++;
  await signed;
  group.open--;
  await new Promise<void>((resolve) => {
    group.signed.push(resolve);
    if (group.signed.length < Math.min(ENOUGH, group.open)) return;
    for (const goOn of group.signed.splice(0)) goOn();
  });
}
