/**
 * The words that a hash function computes with, one or several beside each other. A kernel is written once over `Word`: with
 * a scalar it hashes one message, with a vector as many as the vector has lanes. In memory the lanes of a word stand together.
 */
import { type Code, i32, i64, type Local, memoryOperation, operation, type ValueType } from './wasm.ts';

export interface Word {
  readonly type: ValueType;
  readonly bits: 32 | 64;
  readonly lanes: 1 | 2 | 4;
  /** Bytes of all lanes together. */
  readonly bytes: number;
  /** The same value in every lane. */
  constant(value: bigint): Code;
  /** The low bits of an i32 in every lane. */
  fromI32(value: Code): Code;
  load(address: Code, offset: number): Code;
  store(address: Code, value: Code, offset: number): Code;
  /** The one value at an address in every lane. */
  loadSame(address: Code, offset: number): Code;
  /** To each lane the value at its own address. */
  gather(addresses: readonly Local[], offset: number): Code;
  /** Each lane to its own address. */
  scatter(addresses: readonly Local[], value: Local, offset: number): Code;
  add(a: Code, b: Code): Code;
  and(a: Code, b: Code): Code;
  or(a: Code, b: Code): Code;
  xor(a: Code, b: Code): Code;
  /** a with the bits of b cleared. */
  andNot(a: Code, b: Code): Code;
  shl(a: Code, count: number): Code;
  shr(a: Code, count: number): Code;
  rotr(a: Local, count: number): Code;
  /** The bytes of each lane in reverse order: between memory and the big-endian words of SHA-2. */
  reverse(a: Local): Code;
}

/** Opcodes (specification, 5.4) of one type of scalar. */
interface ScalarOpcodes {
  readonly load: number;
  readonly store: number;
  readonly add: number;
  readonly and: number;
  readonly or: number;
  readonly xor: number;
  readonly shl: number;
  readonly shr: number;
  readonly rotr: number;
}

function scalar(
  type: 'i32' | 'i64',
  constant: (value: bigint) => Code,
  fromI32: (value: Code) => Code,
  opcodes: ScalarOpcodes,
): Word {
  const bits = type === 'i32' ? 32 : 64;
  const [load, store] = [memoryOperation(opcodes.load), memoryOperation(opcodes.store)];
  const [and, or, xor] = [operation(opcodes.and), operation(opcodes.or), operation(opcodes.xor)];
  const counted = (opcode: number) => (value: Code, count: number) => operation(opcode)(value, constant(BigInt(count)));
  const [shl, shr, rotr] = [counted(opcodes.shl), counted(opcodes.shr), counted(opcodes.rotr)];
  /** Neighbours of `size` bits change places; `mask` has the lower one of each pair. */
  const swapped = (value: Local, size: number, mask: bigint) =>
    or(shl(and(value.get, constant(mask)), size), and(shr(value.get, size), constant(mask)));
  return {
    type,
    bits,
    lanes: 1,
    bytes: bits / 8,
    constant,
    fromI32,
    load: (address, offset) => load([address], offset),
    store: (address, value, offset) => store([address, value], offset),
    loadSame: (address, offset) => load([address], offset),
    gather: (addresses, offset) => addresses.map(({ get }) => load([get], offset)),
    scatter: (addresses, value, offset) => addresses.map(({ get }) => store([get, value.get], offset)),
    add: operation(opcodes.add),
    and,
    or,
    xor,
    andNot: (a, b) => and(a, xor(b, constant(-1n))),
    shl,
    shr,
    rotr: (a, count) => rotr(a.get, count),
    reverse(a) {
      const bytes = a.set(swapped(a, 8, BigInt.asUintN(bits, 0x00ff_00ff_00ff_00ffn)));
      if (bits === 32) return [bytes, rotr(a.get, 16)];
      return [bytes, a.set(swapped(a, 16, 0x0000_ffff_0000_ffffn)), rotr(a.get, 32)];
    },
  };
}

/** Opcodes after the prefix 0xfd. */
interface VectorOpcodes {
  readonly splat: number;
  readonly loadSame: number;
  readonly loadLane: number;
  readonly storeLane: number;
  readonly add: readonly number[];
  readonly shl: readonly number[];
  readonly shr: readonly number[];
}

const SIMD = 0xfd;

function vector(lane: Word, opcodes: VectorOpcodes): Word {
  const laneBytes = lane.bytes;
  const load = memoryOperation(SIMD, 0x00);
  const store = memoryOperation(SIMD, 0x0b);
  const loadSame = memoryOperation(SIMD, opcodes.loadSame);
  const loadLane = memoryOperation(SIMD, opcodes.loadLane);
  const storeLane = memoryOperation(SIMD, opcodes.storeLane);
  const splat = operation(SIMD, opcodes.splat);
  const or = operation(SIMD, 0x50);
  const counted = (opcode: readonly number[]) => (value: Code, count: number) =>
    operation(SIMD, ...opcode)(value, i32.constant(count));
  const [shl, shr] = [counted(opcodes.shl), counted(opcodes.shr)];
  const reversed = Array.from({ length: 16 }, (_, at) => at ^ (laneBytes - 1));
  return {
    type: 'v128',
    bits: lane.bits,
    lanes: lane.bits === 32 ? 4 : 2,
    bytes: 16,
    constant: (value) => splat(lane.constant(value)),
    fromI32: (value) => splat(lane.fromI32(value)),
    load: (address, offset) => load([address], offset),
    store: (address, value, offset) => store([address, value], offset),
    loadSame: (address, offset) => loadSame([address], offset),
    gather: (addresses, offset) =>
      addresses.reduce<Code>(
        (word, { get }, index) => (index === 0 ? loadSame([get], offset) : loadLane([get, word], offset, index)),
        [],
      ),
    scatter: (addresses, value, offset) =>
      addresses.map(({ get }, index) => storeLane([get, value.get], offset, index)),
    add: operation(SIMD, ...opcodes.add),
    and: operation(SIMD, 0x4e),
    or,
    xor: operation(SIMD, 0x51),
    andNot: operation(SIMD, 0x4f),
    shl,
    shr,
    rotr: (a, count) => or(shr(a.get, count), shl(a.get, lane.bits - count)),
    reverse: (a) => operation(SIMD, 0x0d, ...reversed)(a.get, a.get),
  };
}

const word32 = scalar(
  'i32',
  (value) => i32.constant(Number(BigInt.asIntN(32, value))),
  (value) => value,
  {
    load: 0x28,
    store: 0x36,
    add: 0x6a,
    and: 0x71,
    or: 0x72,
    xor: 0x73,
    shl: 0x74,
    shr: 0x76,
    rotr: 0x78,
  },
);

const word64 = scalar('i64', i64.constant, i64.extendU, {
  load: 0x29,
  store: 0x37,
  add: 0x7c,
  and: 0x83,
  or: 0x84,
  xor: 0x85,
  shl: 0x86,
  shr: 0x88,
  rotr: 0x8a,
});

const word32x4 = vector(word32, {
  splat: 0x11,
  loadSame: 0x09,
  loadLane: 0x56,
  storeLane: 0x5a,
  add: [0xae, 1],
  shl: [0xab, 1],
  shr: [0xad, 1],
});

const word64x2 = vector(word64, {
  splat: 0x12,
  loadSame: 0x0a,
  loadLane: 0x57,
  storeLane: 0x5b,
  add: [0xce, 1],
  shl: [0xcb, 1],
  shr: [0xcd, 1],
});

/** Words of one message and of several beside each other. */
export const WORDS = { 32: { one: word32, several: word32x4 }, 64: { one: word64, several: word64x2 } } as const;
