import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';

/** What the Fraud sharing page keeps in the address. Entities and factors are never in it. */
export const readFraudSearch = addressReader({
  /** The verb whose sheet is open. */
  act: Type.Enum(['contribute', 'sample', 'score']),
  /** The signal that is about to be withdrawn. */
  signal: Type.String({ pattern: '^sig_[A-Za-z0-9_-]{1,64}$' }),
  q: ADDRESS_TEXT,
  sort: ADDRESS_TEXT,
});

export const useFraudSearch = () => useAddressOf('/fraud', readFraudSearch);
