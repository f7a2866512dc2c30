/**
 * A liboqs algorithm in a WebAssembly instance of its own. The modules are those of liboqs-js, called beneath its classes: these
 * hide the memory, which has to be wiped after a secret was in it, and leave no choice of randomness.
 */

/** What a module of liboqs-js offers. Addresses and lengths are bytes of its memory; what answers 0 went well. */
export interface LiboqsModule {
  readonly HEAPU8: Uint8Array;
  _malloc(length: number): number;
  stringToUTF8(text: string, to: number, room: number): void;
  _OQS_init(): void;
  _OQS_randombytes(to: number, length: number): void;
}

export type CreateModule<Module extends LiboqsModule> = () => Promise<Module>;

/** Where the inputs and outputs of one call lie. */
export interface Frame {
  /** Copies bytes in; answers where they are. */
  put(bytes: Uint8Array): number;
  room(length: number): number;
  /** A copy. */
  take(at: number, length: number): Uint8Array;
}

export interface Liboqs<Module> {
  readonly module: Module;
  /** OQS_SIG or OQS_KEM. */
  readonly handle: number;
  /** The whole memory. After a call with a secret it is what it was before the first call. */
  readonly memory: Uint8Array;
  /** A call without a secret. It leaves its bytes behind. */
  call<T>(work: (frame: Frame) => T): T;
  /** A call with a secret, which draws the given randomness, in this order. Throws where it draws another amount. */
  callSecretly<T>(randomness: readonly Uint8Array[], work: (frame: Frame) => T): T;
}

/** The longest message that is copied into the memory. */
export const MAX_MESSAGE_BYTES = 1 << 20;
/** For the largest message with keys and signature. It is reserved at once, so that the memory never grows later. */
const ARENA_BYTES = MAX_MESSAGE_BYTES + 64 * 1024;
const NAME_ROOM = 64;

/** What is put back after a secret, in bytes: constants and variables, the stack, which lies before the heap, and the heap. */
const VARIABLE_BYTES = 64 * 1024;
const STACK_BYTES = 256 * 1024;
const HEAP_BYTES = 64 * 1024;

/** Opens an instance. Rejects where the module is not made as the one that this was written for. */
export async function openLiboqs<Module extends LiboqsModule>(
  create: CreateModule<Module>,
  name: string,
  handleOf: (module: Module, name: number) => number,
): Promise<Liboqs<Module>> {
  const module = await create();
  module._OQS_init();
  const arena = module._malloc(ARENA_BYTES);
  module.stringToUTF8(name, arena, NAME_ROOM);
  const handle = handleOf(module, arena);
  const memory = module.HEAPU8;
  const end = arena + ARENA_BYTES;
  if (arena < STACK_BYTES || handle === 0) throw new Error(`liboqs did not begin: ${name}`);
  memory.fill(0, arena, end);

  let randomness: readonly Uint8Array[] = [];
  // The module fills what this answers with randomness of its own.
  Object.defineProperty(memory, 'subarray', {
    value: (from: number, to: number) => {
      const [next, ...later] = randomness;
      if (next?.length !== to - from) throw new Error(`liboqs drew randomness that it was not given: ${name}`);
      randomness = later;
      memory.set(next, from);
      return new Uint8Array(next.length);
    },
  });

  const born = [0, arena - STACK_BYTES, end].map((from, index) => {
    const length = [VARIABLE_BYTES, STACK_BYTES, HEAP_BYTES][index] ?? 0;
    return [from, memory.slice(from, from + length)] as const;
  });
  let top = arena;
  let isBroken = false;

  const frame: Frame = {
    put(bytes) {
      const at = frame.room(bytes.length);
      memory.set(bytes, at);
      return at;
    },
    room(length) {
      const at = top;
      top += (length + 15) & ~15;
      if (top > end) throw new RangeError('the message is longer than liboqs is given');
      return at;
    },
    take: (at, length) => memory.slice(at, at + length),
  };

  /** A call that throws, or memory that grew in spite of all, leaves an instance that nobody uses again. */
  function call<T>(work: (frame: Frame) => T): T {
    if (isBroken) throw new Error(`liboqs broke off earlier: ${name}`);
    top = arena;
    try {
      isBroken = true;
      const answer = work(frame);
      isBroken = module.HEAPU8 !== memory || randomness.length > 0;
      if (isBroken) throw new Error(`liboqs took more memory or less randomness than it was given: ${name}`);
      return answer;
    } finally {
      randomness = [];
    }
  }

  function callSecretly<T>(given: readonly Uint8Array[], work: (frame: Frame) => T): T {
    randomness = given;
    try {
      return call(work);
    } finally {
      // Memory that grew has another view, and this one holds nothing any more.
      if (isBroken) module.HEAPU8.fill(0);
      else {
        memory.fill(0, arena, top);
        for (const [from, bytes] of born) memory.set(bytes, from);
      }
    }
  }

  const probe = Uint8Array.of(3, 1, 4, 1, 5, 9, 2, 6);
  const drawn = callSecretly([probe], (within) => {
    const at = within.room(probe.length);
    module._OQS_randombytes(at, probe.length);
    return within.take(at, probe.length);
  });
  if (!probe.every((byte, index) => byte === drawn[index]))
    throw new Error(`liboqs draws randomness elsewhere: ${name}`);
  return { module, handle, memory, call, callSecretly };
}
