/** A server for `receipts.ts` in a process of its own: preloaded modules may change its cryptography. Tells where it listens. */
import { openBenchServer } from './_load.ts';

export interface Address {
  readonly port: number;
  readonly token: string;
}

const { port, token, close } = await openBenchServer();
process.send?.({ port, token } satisfies Address);
process.once('disconnect', () => void close());
