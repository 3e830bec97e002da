// The core in the page: jotto/core, compiled to WebAssembly. Arrays are put into its memory one after another, and are
// gone when the work that they were put there for is done. What each function does is said in jotto/core/core.h.

/** @typedef {{ at: number }} Address */
/** @typedef {Int8ArrayConstructor | Uint8ArrayConstructor | Uint16ArrayConstructor | Int32ArrayConstructor} Small */
/** @typedef {Small | Uint32ArrayConstructor | BigInt64ArrayConstructor | Float64ArrayConstructor} Type */
/** @typedef {number | Address | { real: number } | null} Given */

const PAGE = 1 << 16; // bytes that the memory grows by
const LINE = 64; // bytes: arrays begin at a cache line
export const I64 = BigInt64Array;

/** @type {Record<string, any>} */
let core;
let top = 0; // where the memory is free

/**
 * Start the core from core.wasm; again for a memory that has never grown.
 * @type {(bytes: BufferSource) => void}
 */
export function startCore(bytes) {
  core = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  top = core.memory.buffer.byteLength; // its stack and constants are below
}

/** Numbers in the memory. */
export class Block {
  /** @param {Type} type @param {number} length */
  constructor(type, length) {
    this.type = type;
    this.length = length;
    this.at = top;
    top += Math.ceil((length * type.BYTES_PER_ELEMENT) / LINE) * LINE;
    const missing = top - core.memory.buffer.byteLength;
    if (missing > 0) core.memory.grow(Math.ceil(missing / PAGE));
  }

  /** The numbers, until the memory grows. @returns {any} */
  get view() {
    return new this.type(core.memory.buffer, this.at, this.length);
  }

  /** Where its number `n` is. @type {(n: number) => Address} */
  from(n) {
    return { at: this.at + n * this.type.BYTES_PER_ELEMENT };
  }
}

/**
 * An array of zeros in the memory.
 * @type {(type: Type, length: number) => Block}
 */
export function room(type, length) {
  const block = new Block(type, length);
  block.view.fill(type === I64 ? 0n : 0);
  return block;
}

/**
 * Put numbers into the memory; only here they become the 64-bit ones of JavaScript.
 * @type {(type: Type, numbers: ArrayLike<number | bigint>) => Block}
 */
export function put(type, numbers) {
  const block = new Block(type, numbers.length);
  const { view } = block;
  if (type !== I64) view.set(numbers);
  else for (let i = 0; i < numbers.length; i++) view[i] = BigInt(numbers[i]);
  return block;
}

/**
 * A struct: 64-bit numbers, then addresses.
 * @type {(numbers: number[], addresses: (Address | null)[]) => Block}
 */
export function struct(numbers, addresses) {
  const block = put(Uint8Array, new Uint8Array(8 * numbers.length + 4 * addresses.length));
  const { view } = block;
  new I64(view.buffer, block.at, numbers.length).set(numbers.map(BigInt));
  const places = block.at + 8 * numbers.length;
  new Uint32Array(view.buffer, places, addresses.length).set(addresses.map((address) => address?.at || 0));
  return block;
}

/**
 * Call a function with 64-bit numbers, addresses, and real numbers.
 * @type {(name: string, ...given: Given[]) => number}
 */
export function call(name, ...given) {
  /** @type {(value: Given) => bigint | number} */
  const asGiven = (value) =>
    typeof value === "number" ? BigInt(value) : !value ? 0 : "real" in value ? value.real : value.at;
  return Number(core[name](...given.map(asGiven)) ?? 0);
}

/** @template T @param {() => T} work what it puts into the memory is gone after it @returns {T} */
export function within(work) {
  const before = top;
  try {
    return work();
  } finally {
    top = before;
  }
}
