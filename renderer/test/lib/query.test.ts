import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HEALTH_KEY, lookForServer, queryClient } from '../../src/lib/query.ts';

describe('console M11: a request that did not reach the server', () => {
  let questions = 0;
  let stop = () => undefined as unknown;
  beforeEach(() => {
    questions = 0;
    stop = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'invalidate') questions += 1;
    });
  });
  afterEach(() => {
    stop();
    queryClient.clear();
  });

  it('has the footer look for the server at once', () => {
    queryClient.setQueryData(HEALTH_KEY, { status: 'ok' });
    lookForServer();
    expect(questions).toBe(1);
  });

  it('asks nothing more where that question is what failed, or is under way', async () => {
    await queryClient.prefetchQuery({ queryKey: HEALTH_KEY, queryFn: () => Promise.reject(new Error('stopped')) });
    lookForServer();
    queryClient.clear();
    const { promise, resolve } = Promise.withResolvers<string>();
    const asked = queryClient.prefetchQuery({ queryKey: HEALTH_KEY, queryFn: () => promise });
    lookForServer();
    resolve('ok');
    await asked;
    expect(questions).toBe(0);
  });
});
