/** Kept by a thread of encrypted computation: the library, and a context for each parameter set that was used. */
import { type FheContext, loadSeal, openContext } from '@touchstone/core/fhe/context.ts';
import type { SealParameters } from '@touchstone/core/fhe/params.ts';

const seal = { loaded: null as ReturnType<typeof loadSeal> | null };
/** By the object of their parameters. */
const contexts = new Map<SealParameters, FheContext<SealParameters>>();

export async function contextOf<P extends SealParameters>(parameters: P): Promise<FheContext<P>> {
  seal.loaded ??= loadSeal();
  const context = contexts.get(parameters) ?? openContext(await seal.loaded, parameters);
  contexts.set(parameters, context);
  return { ...context, parameters };
}
