import { formatCount } from '../lib/format.ts';

/** A number with its noun: `1 receipt`, `1,204 receipts`. */
export function counted(count: number, one: string, several: string): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
