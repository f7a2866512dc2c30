/**
 * Answers that are server-sent events. Events are taken from their source only as fast as the client reads, so that a slow
 * one fills no memory; one that reads nothing for long is cut off. The caller's key is looked at again before every event, at
 * once after a change to keys and accounts, and every 15 seconds: nothing leaves after a key was revoked or has ended.
 */
import { Readable } from 'node:stream';
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { END_EVENT, formatEvent, HEARTBEAT } from '@touchstone/core/api/event-stream.ts';
import { ApiError } from '../frame/errors.ts';
import type { ContractEvent, Events } from '../frame/events.ts';

const HEARTBEAT_MS = 15_000;
/** How long a client may leave what is offered; looked at with every heartbeat. */
const LONGEST_STALL_MS = 30_000;
/** How long a client may take to read what is left when the server stops. */
const LAST_WORDS_MS = 250;
/** What is held for a client that has not taken it yet. */
const MOST_AHEAD_BYTES = 64 * 1024;

/** Streams that are open at once, of one account, console session or address, and of all. */
const MOST_OF_ONE = 20;
const MOST_OF_ALL = 500;

export interface StreamOf {
  readonly operation: Endpoint;
  readonly events: Events;
  /** Account, console session or address. */
  readonly owner: string;
  /** Rejects where the caller may not read on. */
  readonly admit: () => Promise<void>;
  /** Throws where an event breaks its contract. */
  readonly check: (event: unknown) => void;
  /** Hears of what broke the stream off, other than the client. */
  readonly onFailure: (error: unknown) => void;
}

export interface EventStreams {
  /** The text of a stream. Throws RATE_LIMITED where too many are open. */
  open(stream: StreamOf): Readable;
  /** Ends the streams whose callers may not read on: after a change to keys and accounts. */
  lookAgain(): void;
  /** Ends all streams and opens no more: the server stops. Clients come again to the next one. */
  close(): void;
}

export function createEventStreams(times = { heartbeatMs: HEARTBEAT_MS, stallMs: LONGEST_STALL_MS }): EventStreams {
  const open = new Set<{ readonly owner: string; readonly lookAgain: () => void; readonly finish: () => void }>();
  let isClosed = false;

  return {
    open({ operation, events, owner, admit, check, onFailure }) {
      const ofOne = [...open].filter((one) => one.owner === owner).length;
      if (isClosed || ofOne >= MOST_OF_ONE || open.size >= MOST_OF_ALL) {
        throw new ApiError('RATE_LIMITED', 'Too many event streams are open.', { retryAfterSeconds: 10 });
      }
      const gone = new AbortController();
      let room = Promise.withResolvers<void>();
      let fullSince: number | null = null;
      const readable = new Readable({
        highWaterMark: MOST_AHEAD_BYTES,
        read() {
          fullSince = null;
          room.resolve();
        },
        destroy(error, done) {
          gone.abort();
          room.resolve();
          clearInterval(beat);
          open.delete(entry);
          done(error);
        },
      });
      const end = () => void readable.destroy();
      /** Ended, not broken off, for a client that reads; another one is not waited for. */
      function finish(): void {
        gone.abort();
        clearInterval(beat);
        readable.push(null);
        setTimeout(end, LAST_WORDS_MS).unref();
      }
      /** Whoever may not read on and has everything comes again and is told why; one that is behind gets no more of it. */
      const turnAway = () => (readable.readableLength === 0 ? finish() : end());
      const entry = { owner, lookAgain: () => void admit().catch(turnAway), finish };
      open.add(entry);

      /** Settles when there is room again. */
      async function send(text: string): Promise<void> {
        room = Promise.withResolvers();
        if (gone.signal.aborted || readable.push(text)) return;
        fullSince ??= performance.now();
        await room.promise;
      }

      const beat = setInterval(() => {
        if (fullSince !== null) {
          if (performance.now() - fullSince > times.stallMs) readable.destroy();
          return;
        }
        admit().then(() => gone.signal.aborted || readable.push(HEARTBEAT), turnAway);
      }, times.heartbeatMs);
      beat.unref();

      async function sendAll(): Promise<void> {
        for await (const event of events.open(gone.signal)) {
          if (gone.signal.aborted) return;
          await admit();
          check(event);
          await send(textOf(operation, event));
        }
        if (gone.signal.aborted) return;
        await send(formatEvent({ event: END_EVENT, id: null, data: '{}' }));
        readable.push(null);
      }

      // The client has its headers at once, whenever the first event comes.
      readable.push(HEARTBEAT);
      sendAll().catch((error: unknown) => {
        if (error instanceof ApiError) return turnAway();
        if (!gone.signal.aborted) onFailure(error);
        end();
      });
      return readable;
    },

    lookAgain() {
      for (const { lookAgain } of [...open]) lookAgain();
    },

    close() {
      isClosed = true;
      for (const { finish } of [...open]) finish();
    },
  };
}

function textOf(operation: Endpoint, value: unknown): string {
  if (!isEvent(value)) throw new TypeError(`internal: ${operation.id} answers something that is no event`);
  return formatEvent({ event: value.event, id: value.id ?? null, data: JSON.stringify(value.data) });
}

function isEvent(value: unknown): value is ContractEvent {
  return typeof value === 'object' && value !== null && 'event' in value && 'data' in value;
}
