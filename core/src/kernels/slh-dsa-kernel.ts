/** Compiles the module of a parameter set and gives its functions names. */
import { instantiate, supported } from './instance.ts';
import { type Places, type SlhDsaModule, type Widths, writeSlhDsaModule } from './slh-dsa-module.ts';
import type { SlhDsaSet } from './slh-dsa-sets.ts';
import type { TweakableHash, Written } from './tweakable-hash.ts';

export interface SlhDsaKernel {
  readonly memory: Uint8Array<ArrayBuffer>;
  readonly places: Places;
  readonly f: Widths<TweakableHash>;
  readonly h: Widths<TweakableHash>;
}

export function moduleFor(set: SlhDsaSet): SlhDsaModule {
  return supported((hasVectors) => writeSlhDsaModule(set, hasVectors));
}

/** A kernel with a memory of its own, which never grows. Rejects where the engine has no WebAssembly or no room. */
export async function loadSlhDsaKernel({ bytes, places, f, h }: SlhDsaModule): Promise<SlhDsaKernel> {
  const { memory, functionOf } = await instantiate(bytes);
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
    memory,
    places,
    f: fWidths,
    h: h === f ? fWidths : widthsOf(h),
  };
}
