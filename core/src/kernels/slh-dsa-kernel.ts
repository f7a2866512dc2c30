/** Compiles the module of a parameter set and gives its functions names. */
import { type Places, type SlhDsaModule, type Widths, writeSlhDsaModule } from './slh-dsa-module.ts';
import type { SlhDsaSet } from './slh-dsa-sets.ts';
import type { TweakableHash, Written } from './tweakable-hash.ts';

export interface SlhDsaKernel {
  readonly memory: Uint8Array<ArrayBuffer>;
  readonly places: Places;
  readonly f: Widths<TweakableHash>;
  readonly h: Widths<TweakableHash>;
}

/** The module with vectors where the engine takes it, else the one without. */
export function moduleFor(set: SlhDsaSet): SlhDsaModule {
  const withVectors = writeSlhDsaModule(set, true);
  return WebAssembly.validate(withVectors.bytes) ? withVectors : writeSlhDsaModule(set, false);
}

/** A kernel with a memory of its own, which never grows. Rejects where the engine has no WebAssembly or no room. */
export async function loadSlhDsaKernel({ bytes, places, f, h }: SlhDsaModule): Promise<SlhDsaKernel> {
  const { instance } = await WebAssembly.instantiate(bytes);
  const { exports } = instance;

  function functionOf(name: string): (...values: readonly number[]) => void {
    const found = exports[name];
    if (typeof found !== 'function') throw new TypeError(`internal: the kernel has no ${name}`);
    return found as (...values: readonly number[]) => void;
  }
  const hashOf = ({ name, lanes }: Written): TweakableHash => ({
    lanes,
    start: functionOf(`${name}.start`),
    hash: functionOf(`${name}.hash`),
    chain: functionOf(`${name}.chain`),
  });
  const widthsOf = ({ one, several }: Widths<Written>): Widths<TweakableHash> => {
    const single = hashOf(one);
    return { one: single, several: several === one ? single : hashOf(several) };
  };

  const fWidths = widthsOf(f);
  return {
    memory: new Uint8Array((exports.memory as WebAssembly.Memory).buffer),
    places,
    f: fWidths,
    h: h === f ? fWidths : widthsOf(h),
  };
}
