/**
 * The switch for comparisons: with it all that noble can do is done by noble, in every thread of the process, which share the
 * environment. `--only-noble` of `touchstone serve` and of `pq-verify` sets it.
 */
export const ONLY_NOBLE_VARIABLE = 'TOUCHSTONE_ONLY_NOBLE';

export function isOnlyNoble(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[ONLY_NOBLE_VARIABLE] === '1';
}
