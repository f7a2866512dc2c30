/** Rows of bytes in one piece of memory that threads share: as objects of their own they would be copied on the event loop. */

export type Packed = Uint8Array<SharedArrayBuffer>;

/** Each row's fields, with their lengths before them. */
export function pack(rows: readonly (readonly Uint8Array[])[]): Packed {
  const fields = rows.flat();
  const bytes = new Uint8Array(new SharedArrayBuffer(fields.reduce((sum, { length }) => sum + 4 + length, 0)));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const field of fields) {
    view.setUint32(at, field.length);
    bytes.set(field, at + 4);
    at += 4 + field.length;
  }
  return bytes;
}

/** The rows again, as copies: the database takes no memory that threads share. */
export function* unpack(bytes: Packed, fields: number): Generator<readonly Uint8Array[]> {
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; ) {
    const row: Uint8Array[] = [];
    for (let field = 0; field < fields; field++) {
      const end = at + 4 + view.getUint32(at);
      row.push(bytes.slice(at + 4, end));
      at = end;
    }
    yield row;
  }
}
