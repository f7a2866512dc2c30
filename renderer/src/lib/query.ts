import { QueryClient } from '@tanstack/react-query';

/** Whether the server answers; asked in connection.ts. */
export const HEALTH_KEY = ['health'] as const;

/** Being offline is normal here, and the API client repeats reading operations by itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false, staleTime: 5_000, refetchOnWindowFocus: true },
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Asks at once whether the server still answers, because a request has not reached it. */
export function lookForServer(): void {
  const health = queryClient.getQueryState(HEALTH_KEY);
  // The question itself may be what did not reach it.
  if (health?.status === 'error' || health?.fetchStatus === 'fetching') return;
  void queryClient.invalidateQueries({ queryKey: HEALTH_KEY });
}
