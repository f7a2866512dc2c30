/** Follows server-sent events over connections that break: the events of one call as one sequence. */
import { createEventParser, END_EVENT, type SentEvent } from './event-stream.ts';

/** What the client uses of a reader of bytes. */
export interface ByteReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<void>;
}

export interface EventConnection {
  read: ByteReader['read'];
  close(): Promise<void>;
}

export interface EventSource {
  /** Connects, to get what comes after the event of this id. Rejects where that is refused or fails. */
  open(lastId: string | null): Promise<EventConnection>;
  /** Seconds until the next connection after an error, or after a connection that ended (null); null gives up. */
  waitSeconds(error: unknown, attempt: number): number | null;
  pause(milliseconds: number): Promise<void>;
}

/** Longest wait between two connections. */
const LONGEST_PAUSE_MS = 10_000;

/** The events as `{event, id?, data}`, data parsed. Ends when the server says so; throws what ends it otherwise. */
export async function* followEvents(source: EventSource): AsyncGenerator<unknown, void, void> {
  let lastId: string | null = null;
  for (let attempt = 1; ; attempt++) {
    let failure: unknown = null;
    try {
      const connection = await source.open(lastId);
      try {
        const parser = createEventParser();
        for (;;) {
          const { done, value } = await connection.read();
          if (done || value === undefined) break;
          for (const sent of parser.push(value)) {
            if (sent.event === END_EVENT) return;
            attempt = 0;
            lastId = sent.id ?? lastId;
            yield itemOf(sent);
          }
        }
      } finally {
        await connection.close();
      }
    } catch (error) {
      failure = error;
    }
    const seconds = source.waitSeconds(failure, attempt);
    if (seconds === null) throw failure;
    await source.pause(Math.min(LONGEST_PAUSE_MS, seconds * 1000));
  }
}

function itemOf({ event, id, data }: SentEvent): unknown {
  const item = { event, data: JSON.parse(data) as unknown };
  return id === null ? item : { ...item, id };
}
