/**
 * Which implementation is asked first, by algorithm, operation and where the call runs: measured in docs/adr/0033, `npm run bench --
 * backends` measures it again. The provider leaves out what a platform does not have and what failed its known answers; noble is
 * always the last.
 */

/** `node`: node:crypto. `wasm`: our kernels. */
export type BackendName = 'noble' | 'node' | 'webcrypto' | 'liboqs' | 'wasm';

/**
 * `loop`: on a thread that has other work, such as a server's event loop, and in programs that end after a few calls. What keeps
 * it free goes first, here libuv's pool, and what need not be loaded. `thread`: on one that exists for such calls; the least CPU
 * time goes first.
 */
export type Place = 'loop' | 'thread';

export type Operation = 'keys' | 'sign' | 'verify' | 'kem';

interface Row {
  /** What the names of its algorithms begin with. */
  readonly prefix: string;
  readonly operations: readonly Operation[];
  readonly loop: readonly BackendName[];
  readonly thread: readonly BackendName[];
}

const SIGNATURES = ['keys', 'sign', 'verify'] as const;

export const ORDER: readonly Row[] = [
  // Platforms take a quarter of noble's time, and nobody else has it.
  { prefix: 'Ed25519', operations: SIGNATURES, loop: ['node', 'webcrypto'], thread: ['node', 'webcrypto'] },
  // liboqs takes 0.5 to 0.85 of OpenSSL's time. A browser works on other threads than the one that calls.
  {
    prefix: 'ML-DSA-',
    operations: SIGNATURES,
    loop: ['node', 'webcrypto', 'liboqs'],
    thread: ['webcrypto', 'liboqs', 'node'],
  },
  // The kernel takes 0.6 to 0.95 of OpenSSL's time, and up to a second at a time.
  { prefix: 'SLH-DSA-', operations: SIGNATURES, loop: ['node', 'wasm'], thread: ['wasm', 'node'] },
  // No platform has it. liboqs makes keys in a tenth and verifies in a thirteenth of noble's time; it signs more slowly, the kernel
  // in a twelfth.
  { prefix: 'FALCON-', operations: ['keys', 'verify'], loop: ['liboqs'], thread: ['liboqs'] },
  { prefix: 'FALCON-', operations: ['sign'], loop: ['wasm'], thread: ['wasm'] },
  // OpenSSL, with keys that it keeps, and liboqs differ by less than a fifth; noble takes ten times as long.
  { prefix: 'ML-KEM-', operations: ['kem'], loop: ['node', 'liboqs'], thread: ['node', 'liboqs'] },
];

/** The backends that may serve, first choice first, of those that there are; noble is left out. */
export function inOrder<Backend extends { readonly name: BackendName }>(
  backends: readonly Backend[],
  algorithm: string,
  operation: Operation,
  place: Place,
): readonly Backend[] {
  const row = ORDER.find(({ prefix, operations }) => algorithm.startsWith(prefix) && operations.includes(operation));
  return (row?.[place] ?? []).flatMap((name) => backends.filter((backend) => backend.name === name));
}
