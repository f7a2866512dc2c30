import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';

/** What the Verify page keeps in the address: filters of the list and the file that is open. */
const readVerifySearch = addressReader({
  outcome: ADDRESS_TEXT,
  q: ADDRESS_TEXT,
  sort: ADDRESS_TEXT,
  /** Row number of the opened file. */
  file: Type.Integer({ minimum: 0 }),
});

export const useVerifySearch = () => useAddressOf('.', readVerifySearch);
