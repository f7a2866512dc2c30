/**
 * Writes WebAssembly modules (W3C WebAssembly Core Specification 2.0, chapter 5): the sections and instructions that the
 * kernels use, and nothing else. A module has one memory of fixed size and no imports.
 */

/** Bytes of instructions, nested as they were put together. An expression leaves one value on the stack, a statement none. */
export type Code = readonly (number | Code)[];

export type ValueType = 'i32' | 'i64' | 'f64' | 'v128';
const VALUE_TYPES: Readonly<Record<ValueType, number>> = { i32: 0x7f, i64: 0x7e, f64: 0x7c, v128: 0x7b };

/** LEB128 (5.2.2). */
function unsigned(value: number): Code {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest & 127) | 128);
  }
}

function signed(value: bigint): Code {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 127n);
    if (rest >> 6n === 0n || rest >> 6n === -1n) return [...bytes, low];
    bytes.push(low | 128);
  }
}

/** An instruction after the code of its operands. */
export function operation(...opcode: number[]): (...operands: readonly Code[]) => Code {
  return (...operands) => [operands, opcode];
}

/** A load or store: its operands, its opcode, the alignment that it promises (none) and an offset in bytes. */
export function memoryOperation(
  ...opcode: number[]
): (operands: readonly Code[], offset: number, lane?: number) => Code {
  return (operands, offset, lane) => [operands, opcode, 0, unsigned(offset), lane === undefined ? [] : [lane]];
}

const load32 = memoryOperation(0x28);
const store32 = memoryOperation(0x36);
const load8 = memoryOperation(0x2d);

export const i32 = {
  constant: (value: number): Code => [0x41, signed(BigInt(value | 0))],
  load: (address: Code): Code => load32([address], 0),
  store: (address: Code, value: Code): Code => store32([address, value], 0),
  load8: (address: Code, offset: number): Code => load8([address], offset),
  add: operation(0x6a),
  sub: operation(0x6b),
  mul: operation(0x6c),
  and: operation(0x71),
  or: operation(0x72),
  shl: operation(0x74),
  shrU: operation(0x76),
  ltU: operation(0x49),
  equal: operation(0x46),
  isZero: operation(0x45),
  /** Towards 0; what has no place gives the nearest that has. */
  truncate: operation(0xfc, 0x02),
};

export const i64 = {
  constant: (value: bigint): Code => [0x42, signed(BigInt.asIntN(64, value))],
  extendU: operation(0xad),
  ltU: operation(0x54),
  shrU: operation(0x88),
  wrap: operation(0xa7),
  truncateU: operation(0xfc, 0x07),
};

const loadF64 = memoryOperation(0x2b);
const storeF64 = memoryOperation(0x39);

export const f64 = {
  constant: (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)],
  load: (address: Code): Code => loadF64([address], 0),
  store: (address: Code, value: Code): Code => storeF64([address, value], 0),
  add: operation(0xa0),
  sub: operation(0xa1),
  mul: operation(0xa2),
  neg: operation(0x9a),
  floor: operation(0x9c),
  convertI32: operation(0xb7),
};

/** A parameter or a local variable of a function. */
export interface Local {
  readonly get: Code;
  set(value: Code): Code;
  /** Sets it and leaves its value on the stack. */
  tee(value: Code): Code;
}

/** Runs the body, and again as long as the condition is not 0. */
export function repeat(body: Code, condition: Code): Code {
  return [0x03, 0x40, body, condition, 0x0d, 0, 0x0b];
}

/** Runs the body unless the condition is 0. */
export function when(condition: Code, body: Code): Code {
  return [condition, 0x04, 0x40, body, 0x0b];
}

/** Declares a local variable of the function that is being written. */
export type Declare = (type: ValueType) => Local;

/** A function that is in the module: the code of its call. */
export type Callable = (...parameters: readonly Code[]) => Code;

export interface ModuleWriter {
  /** Sets aside memory, aligned to 16 bytes, and answers its address. */
  reserve(bytes: number): number;
  /** Memory that has these bytes from the start. */
  data(bytes: Uint8Array): number;
  /** Adds a function of i32 parameters without a result; with a name it is exported. */
  define<Parameter extends string>(
    parameters: readonly Parameter[],
    write: (parameters: Readonly<Record<Parameter, Local>>, declare: Declare) => Code,
    name?: string,
  ): Callable;
  /** The module's bytes. */
  finish(): Uint8Array<ArrayBuffer>;
}

const PAGE_BYTES = 65_536;

function local(index: number): Local {
  const at = unsigned(index);
  return {
    get: [0x20, at],
    set: (value) => [value, 0x21, at],
    tee: (value) => [value, 0x22, at],
  };
}

function flatten(code: Code, bytes: number[] = []): number[] {
  for (const part of code) {
    if (typeof part === 'number') bytes.push(part);
    else flatten(part, bytes);
  }
  return bytes;
}

const vector = (items: readonly Code[]): Code => [unsigned(items.length), items];
function sized(content: Code): Code {
  const bytes = flatten(content);
  return [unsigned(bytes.length), bytes];
}
const text = (value: string): Code => sized([...value].map((character) => character.charCodeAt(0)));

export function writeModule(): ModuleWriter {
  let memoryBytes = 0;
  const segments: Code[] = [];
  const arities: number[] = [];
  const bodies: Code[] = [];
  const exported: Code[] = [[text('memory'), 0x02, 0]];

  function reserve(bytes: number): number {
    const address = memoryBytes;
    memoryBytes += Math.ceil(bytes / 16) * 16;
    return address;
  }

  return {
    reserve,

    data(bytes) {
      const address = reserve(bytes.length);
      segments.push([0, i32.constant(address), 0x0b, sized([...bytes])]);
      return address;
    },

    define(parameters, write, name) {
      const index = bodies.length;
      const locals: ValueType[] = [];
      const declare: Declare = (type) => local(parameters.length + locals.push(type) - 1);
      const given = Object.fromEntries(parameters.map((parameter, at) => [parameter, local(at)]));
      const code = write(given as Readonly<Record<(typeof parameters)[number], Local>>, declare);
      arities.push(parameters.length);
      bodies.push(sized([vector(locals.map((type) => [1, VALUE_TYPES[type]])), code, 0x0b]));
      if (name !== undefined) exported.push([text(name), 0x00, unsigned(index)]);
      return (...values) => [values, 0x10, unsigned(index)];
    },

    finish() {
      const types = arities.map((arity): Code => [0x60, vector(Array<Code>(arity).fill([VALUE_TYPES.i32])), 0]);
      const pages = unsigned(Math.ceil(memoryBytes / PAGE_BYTES));
      const sections: readonly (readonly [id: number, content: Code])[] = [
        [1, vector(types)],
        [3, vector(types.map((_, index) => unsigned(index)))],
        [5, [1, 1, pages, pages]],
        [7, vector(exported)],
        [10, vector(bodies)],
        [11, vector(segments)],
      ];
      const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
      return Uint8Array.from(flatten([header, sections.map(([id, content]) => [id, sized(content)])]));
    },
  };
}
