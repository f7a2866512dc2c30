/** Delivery of what an outbox holds, without a session: what an agent left that will not run again. */
import { connect, disconnect, isInUse } from './connection.ts';
import type { Platform } from './platform.ts';
import type { DeliverOptions, DeliveryReport } from './types/connection.ts';
import { within } from './wait-limit.ts';

/**
 * Resolves when nothing waits in the outbox any more. Rejects with MissingReceipt as `flush` does; what is not delivered
 * then stays in the outbox. Throws TypeError for an outbox that a connection uses.
 */
export async function deliverOutbox(platform: Platform, options: DeliverOptions): Promise<DeliveryReport> {
  const { outbox, signal } = options;
  if (isInUse(outbox)) throw new TypeError('A connection uses this outbox and delivers what it holds.');
  const waiting = outbox.pending();
  const refusedBefore = outbox.refused().length;
  const sessions = new Set(waiting.map(({ sessionId }) => sessionId));
  const connection = connect(platform, options);
  try {
    const all = Promise.all([...sessions].map((sessionId) => connection.courier.drained(sessionId)));
    await within(platform, all, {
      waitMs: options.waitMs ?? connection.timeoutMs,
      ...(signal === undefined ? {} : { signal }),
      key: null,
    });
  } finally {
    await disconnect(connection);
  }
  const refused = outbox.refused().slice(refusedBefore);
  return { delivered: waiting.length - refused.length, refused };
}
