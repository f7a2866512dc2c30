import Type from 'typebox';
import { addressReader, useAddressOf } from '../../../lib/address.ts';

/** What the Devices page keeps in the address. Nothing that a person enters into a form is in it. */
export const readDevicesSearch = addressReader({
  /** The verb whose sheet is open. */
  act: Type.Enum(['register', 'sample', 'open', 'enrol']),
  /** The platform user whose passkeys are meant. */
  user: Type.String({ pattern: '^usr_[A-Za-z0-9_-]{1,64}$' }),
});

export const useDevicesSearch = () => useAddressOf('/devices', readDevicesSearch);
