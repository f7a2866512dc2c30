import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { USER_STATES } from './user-items.ts';

/** What the Biometrics page keeps in the address. Vectors are never in it. */
export const readBiometricsSearch = addressReader({
  /** The verb whose sheet is open. */
  act: Type.Enum(['enrol', 'sample', 'verify', 'match', 'threshold', 'delete']),
  /** The user who is shown. */
  user: Type.String({ minLength: 1, maxLength: 128 }),
  q: ADDRESS_TEXT,
  state: Type.Enum([...USER_STATES]),
  sort: ADDRESS_TEXT,
});

export const useBiometricsSearch = () => useAddressOf('/biometrics', readBiometricsSearch);
