/** Whether the units of an account can follow what was stated of them before (S35): use only grows, and what was granted stays. */
import { listed } from '../doctor/check.ts';
import { objectIn } from '../doctor/stated.ts';
import type { Units } from './store/usage-statements.ts';

/** The units that a signed statement states. */
export function unitsIn(body: string): Units {
  const { grants, granted, balance, used } = objectIn(body);
  const counts = typeof used === 'object' && used !== null ? Object.entries(used) : [];
  return {
    grants: Number(grants),
    granted: Number(granted),
    balance: Number(balance),
    used: Object.fromEntries(counts.map(([operation, units]) => [operation, Number(units)])),
  };
}

/** What of an account's units does not go together, as the end of a sentence; null where all does. */
export function unitFault({ granted, used, balance }: Units): string | null {
  const negative = Object.entries(used).filter(([, units]) => units < 0);
  if (negative.length > 0) return `has used less than nothing of: ${listed(negative.map(([operation]) => operation))}`;
  const spent = Object.values(used).reduce((sum, units) => sum + units, 0);
  if (granted === spent + balance) return null;
  return `was granted ${granted} units, and has used ${spent} and has ${balance} left`;
}

/**
 * What cannot follow the units that were stated `before`, as the end of a sentence; null where nothing is. `sameGrants` are
 * those `now` by the grants that there were before, where that is known.
 */
export function contradiction(before: Units, now: Units, sameGrants: Pick<Units, 'grants' | 'granted'>): string | null {
  if (sameGrants.grants !== before.grants || sameGrants.granted !== before.granted) {
    return `was granted ${sameGrants.granted} units by the grants of which ${before.granted} were stated`;
  }
  const less = Object.entries(before.used).filter(([operation, units]) => (now.used[operation] ?? 0) < units);
  if (less.length > 0) return `has used less than was stated of: ${listed(less.map(([operation]) => operation))}`;
  return null;
}
