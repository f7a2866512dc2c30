/**
 * Large bytes that a job of a thread is done with when it ends. They are freed at once: V8 would let them pile up, and then
 * collect its whole heap to find them, which took a third of the time of a sum.
 */
const spent: ArrayBuffer[] = [];
/** Node may give shorter ones a memory in common. */
const SHARED_BYTES = 65_536;

/** Marks bytes as needed until the end of the job. */
export function untilJobEnds<T extends Uint8Array>(bytes: T): T {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength > SHARED_BYTES) spent.push(buffer);
  return bytes;
}

/** Wipes and frees them, for plaintexts and keys may be among them. What has moved to another thread meanwhile stays there. */
export function freeSpentBytes(): void {
  for (const buffer of spent) {
    if (buffer.detached) continue;
    new Uint8Array(buffer).fill(0);
    buffer.transfer(0);
  }
  spent.length = 0;
}
