import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { AttestationType } from '@touchstone/core/api/privacy/proof-schema.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export const SORT_KEYS = ['claim', 'kind', 'state', 'chain', 'until', 'made', 'commitment'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'made', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

export const PROOF_STATES = ['active', 'expired', 'unsatisfied'] as const;
export type ProofState = (typeof PROOF_STATES)[number];

/** It becomes part of a path. */
const Commitment = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** What the Proofs page keeps in the address. Nothing that a person enters into a form is in it. */
export const readProofsSearch = addressReader({
  /** The verb whose sheet is open; `new` and `sample` are about `claim`. */
  act: Type.Enum(['new', 'sample', 'check', 'hide']),
  claim: AttestationType,
  /** The commitment of the proof that is open. */
  proof: Commitment,
  /** The commitment that a relying party checks, and the chain. */
  checked: Commitment,
  chain: Type.Enum([...CHAIN_NAMES]),
  q: ADDRESS_TEXT,
  state: Type.Enum([...PROOF_STATES]),
  kind: AttestationType,
  sort: ADDRESS_TEXT,
});

export const useProofsSearch = () => useAddressOf('/proofs', readProofsSearch);
