import type { Client } from '@touchstone/core/api/client.ts';
import type { Api } from '@touchstone/core/api/endpoint.ts';

/**
 * The client of contracts that are still being loaded: each call waits for them. They are a third of the console's scripts, and
 * its first screen is drawn without them. What a call answers can be awaited and, where the operation streams, iterated.
 */
export function lateClient<A extends Api>(load: () => Promise<Client<A>>): Client<A> {
  const partAt = (path: readonly string[]): object =>
    new Proxy(callAt(load, path), {
      get: (_, name) => (typeof name === 'string' ? partAt([...path, name]) : undefined),
    });
  return partAt([]) as Client<A>;
}

function callAt<A extends Api>(load: () => Promise<Client<A>>, path: readonly string[]) {
  return (...input: readonly unknown[]) => {
    const answer = load().then((client) => {
      const call = path.reduce<unknown>((part, name) => Reflect.get(Object(part), name), client);
      return (call as (...input: readonly unknown[]) => unknown)(...input);
    });
    return Object.assign(answer, {
      async *[Symbol.asyncIterator]() {
        yield* (await answer) as AsyncIterable<unknown>;
      },
    });
  };
}
