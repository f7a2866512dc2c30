import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';

export const readHelpSearch = addressReader({
  guide: Type.String({ pattern: '^[a-z-]{1,60}$' }),
  /** The name of a heading of the guide. */
  part: Type.String({ pattern: '^[^\\s#]{1,120}$' }),
  /** Words to find in all guides. */
  q: ADDRESS_TEXT,
});

export const useHelpSearch = () => useAddressOf('/help', readHelpSearch);
