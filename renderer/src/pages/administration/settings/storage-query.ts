import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';

export const storageQuery = queryOptions({
  queryKey: ['settings', 'storage'],
  queryFn: ({ signal }) => client.admin.storage.read({}, { signal }),
});
