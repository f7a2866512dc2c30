import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';
import { chainKeys } from './chain-checker.ts';

/** The keys under which this server signs what it asserts. */
export const serviceKeysQuery = queryOptions({
  queryKey: ['service-keys'],
  queryFn: async ({ signal }) => chainKeys((await client.signing.svcKey.publicKeys({}, { signal })).keysets),
});
