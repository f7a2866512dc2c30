import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** An answer that is JSON text already: stored documents leave as they are, without being parsed again. */
export class JsonText {
  /** A stream carries UTF-8. */
  readonly content: string | Readable;
  /** Of a stream, in bytes; null where it is not known beforehand. */
  readonly length: number | null;

  constructor(content: string | Readable, length: number | null = null) {
    this.content = content;
    this.length = length;
  }

  /** JSON in UTF-8, such as a worker has made: making a string of it would hold the event loop. */
  static ofBytes(json: Uint8Array): JsonText {
    return new JsonText(Readable.from([Buffer.from(json.buffer, json.byteOffset, json.byteLength)]), json.length);
  }

  /** The whole text; a stream is read to its end. */
  async read(): Promise<string> {
    return this.content instanceof Readable ? text(this.content) : this.content;
  }
}
