/** The public inputs of a proof, in words. */
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { words } from '../../../words/issue/proofs.ts';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import type { Proof } from './queries.ts';

export type PublicInputs = NonNullable<Proof['public_inputs']>;

/** Where the hidden value comes from: the word of whoever makes the claim, or a block of a ledger. */
export function sourceText(source: string): string {
  const { sources } = words.detail;
  const [, chain = '', height = ''] = /^ledger:([a-z]+):(\d+)$/.exec(source) ?? [];
  const name = CHAIN_NAMES.find((one) => one === chain);
  if (name !== undefined) return sources.ledger(chainNames[name], height);
  return source === 'self_asserted' ? sources.self : source;
}
