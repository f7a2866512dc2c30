import { QueryClient } from '@tanstack/react-query';

/** Being offline is normal here, and the API client repeats reading operations by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { networkMode: 'always', retry: false },
  },
});
