/** What a thread of encrypted computation keeps: the library, and a context for each parameter set that was used. */
import { type CkksContext, ckksContext } from '@touchstone/core/fhe/ckks.ts';
import { type FheContext, loadSeal, openContext } from '@touchstone/core/fhe/context.ts';
import { PARAMETERS, type ParameterId } from '@touchstone/core/fhe/params.ts';

const seal = { loaded: null as ReturnType<typeof loadSeal> | null };
const contexts = new Map<ParameterId, FheContext>();
let ckks: CkksContext | null = null;

export async function contextOf(id: ParameterId): Promise<FheContext> {
  seal.loaded ??= loadSeal();
  const context = contexts.get(id) ?? openContext(await seal.loaded, PARAMETERS[id]);
  contexts.set(id, context);
  return context;
}

export async function ckksOf(): Promise<CkksContext> {
  ckks ??= ckksContext(await contextOf('ckks'));
  return ckks;
}
