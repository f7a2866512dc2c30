import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';
import { NOTICE_STATES } from './notice-items.ts';

/** What the Webhooks page keeps in the address. Nothing that a person enters into a form is in it. */
export const readWebhooksSearch = addressReader({
  /** The verb whose sheet is open. */
  act: Type.Enum(['set', 'sample', 'change', 'remove']),
  /** The webhook that is changed or removed. */
  webhook: Type.String({ pattern: '^whk_[A-Za-z0-9_-]{1,64}$' }),
  /** The notice that is open. */
  delivery: Type.String({ pattern: '^whd_[A-Za-z0-9_-]{1,64}$' }),
  q: ADDRESS_TEXT,
  state: Type.Enum([...NOTICE_STATES]),
  sort: ADDRESS_TEXT,
});

export const useWebhooksSearch = () => useAddressOf('/webhooks', readWebhooksSearch);
