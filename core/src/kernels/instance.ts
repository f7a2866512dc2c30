/** Chooses and compiles a module of ours. */

export type KernelFunction = (...values: readonly number[]) => void;

export interface Instance {
  /** The whole memory, which never grows. */
  readonly memory: Uint8Array<ArrayBuffer>;
  functionOf(name: string): KernelFunction;
}

/** An instance with a memory of its own. Rejects where the engine has no WebAssembly or no room. */
export async function instantiate(bytes: Uint8Array<ArrayBuffer>): Promise<Instance> {
  return named((await WebAssembly.instantiate(bytes)).instance);
}

/** The same at once, for a small module. Throws where `instantiate` rejects. */
export function instantiateNow(bytes: Uint8Array<ArrayBuffer>): Instance {
  return named(new WebAssembly.Instance(new WebAssembly.Module(bytes)));
}

function named({ exports }: { readonly exports: Readonly<Record<string, unknown>> }): Instance {
  return {
    memory: new Uint8Array((exports.memory as WebAssembly.Memory).buffer),
    functionOf(name) {
      const found = exports[name];
      if (typeof found !== 'function') throw new TypeError(`internal: the kernel has no ${name}`);
      return found as KernelFunction;
    },
  };
}

/** The module with vectors where the engine takes it, else its twin without. */
export function supported<Module extends { readonly bytes: Uint8Array<ArrayBuffer> }>(
  write: (hasVectors: boolean) => Module,
): Module {
  const withVectors = write(true);
  return WebAssembly.validate(withVectors.bytes) ? withVectors : write(false);
}
