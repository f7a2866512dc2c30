/** Heads of chains that the console saw: a chain whose newest blocks were cut off shows only against a head kept elsewhere (S15). */
import { CHAIN_NAMES, type ChainName } from '@touchstone/core/api/common.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { consoleState } from '../../../../lib/state/live-state.ts';
import type { KeptHead } from './report.ts';

export type KeptHeads = Partial<Readonly<Record<ChainName, KeptHead>>>;

/** Reads what was stored; what cannot be read is left out. */
export function readKeptHeads(text: string | null): KeptHeads {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return {};
    const heads: Partial<Record<ChainName, KeptHead>> = {};
    for (const chain of CHAIN_NAMES) {
      const head = readHead(Reflect.get(value, chain));
      if (head !== null) heads[chain] = head;
    }
    return heads;
  } catch {
    return {};
  }
}

function readHead(value: unknown): KeptHead | null {
  if (typeof value !== 'object' || value === null) return null;
  const { height, hash, at } = value as Record<string, unknown>;
  if (typeof height !== 'number' || !Number.isSafeInteger(height) || height < 1) return null;
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return null;
  if (typeof at !== 'string' || parseIsoTime(at) === null) return null;
  return { height, hash, at };
}

export function keptHead(chain: ChainName): KeptHead | null {
  return readKeptHeads(consoleState.getItem('ledger_heads'))[chain] ?? null;
}

export function keepHead(chain: ChainName, head: KeptHead): void {
  const heads = { ...readKeptHeads(consoleState.getItem('ledger_heads')), [chain]: head };
  consoleState.setItem('ledger_heads', JSON.stringify(heads));
}
