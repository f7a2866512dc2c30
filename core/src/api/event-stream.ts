/**
 * Server-sent events (WHATWG HTML, section 9.2) as the server writes them and a client reads them. Data is one line of JSON.
 * An event of the name `end` says that nothing more will come; a connection that ends without it was broken off.
 */

export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8';

/** A comment that keeps the connection open. */
export const HEARTBEAT = ':\n\n';

export const END_EVENT = 'end';

export interface SentEvent {
  readonly event: string;
  /** From where a client that comes again goes on; null where the event moves it not. */
  readonly id: string | null;
  readonly data: string;
}

/** The text of an event. Throws TypeError for parts with a line break. */
export function formatEvent({ event, id, data }: SentEvent): string {
  if (/[\r\n]/.test(`${event}${id ?? ''}${data}`)) throw new TypeError('the parts of an event are single lines');
  return `event: ${event}\n${id === null ? '' : `id: ${id}\n`}data: ${data}\n\n`;
}

/** Longest event in bytes that a client takes. */
const MOST_EVENT_BYTES = 4 * 1024 * 1024;

const LINE_FEED = 0x0a;

export interface EventParser {
  /** The events that these bytes complete. Throws RangeError for an event that is too long, TypeError for bytes that are no UTF-8. */
  push(bytes: Uint8Array): readonly SentEvent[];
}

export function createEventParser(): EventParser {
  let rest: Uint8Array[] = [];
  let size = 0;
  let fields = emptyFields();

  function endOfLine(line: string): SentEvent | null {
    if (line === '') {
      const { event, id, data } = fields;
      fields = emptyFields();
      size = 0;
      return data === null ? null : { event: event ?? 'message', id, data };
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (name === 'event') fields.event = value;
    else if (name === 'id') fields.id = value;
    else if (name === 'data') fields.data = fields.data === null ? value : `${fields.data}\n${value}`;
    return null;
  }

  return {
    push(bytes) {
      const events: SentEvent[] = [];
      let start = 0;
      for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
        const line = textOf([...rest, bytes.subarray(start, end)]);
        size += end - start;
        rest = [];
        start = end + 1;
        const event = endOfLine(line.endsWith('\r') ? line.slice(0, -1) : line);
        if (event !== null) events.push(event);
      }
      if (start < bytes.length) rest.push(bytes.slice(start));
      size += bytes.length - start;
      if (size > MOST_EVENT_BYTES) throw new RangeError('an event is too long');
      return events;
    },
  };
}

function emptyFields(): { event: string | null; id: string | null; data: string | null } {
  return { event: null, id: null, data: null };
}

/** Throws TypeError for bytes that are no UTF-8. */
function textOf(parts: readonly Uint8Array[]): string {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(whole);
}
