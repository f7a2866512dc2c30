import { api } from '@touchstone/core/api/api.ts';
import { endpointsOf } from '@touchstone/core/api/endpoint.ts';
import type { ServiceName } from '@touchstone/core/api/services.ts';
import Type from 'typebox';
import { ADDRESS_TEXT, addressReader, useAddressOf } from '../../../lib/address.ts';

export const OPERATIONS = endpointsOf(api);

/** The services that have operations, in the order of the contracts. */
export const SERVICE_NAMES: readonly ServiceName[] = [...new Set(OPERATIONS.map(({ service }) => service))];

/** What the API explorer keeps in the address: the operation that is open, and the filters of the list. */
const readExplorerSearch = addressReader({
  operation: ADDRESS_TEXT,
  q: ADDRESS_TEXT,
  service: Type.Enum([...SERVICE_NAMES]),
});

export const useExplorerSearch = () => useAddressOf('/api-explorer', readExplorerSearch);
