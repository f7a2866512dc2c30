/** What a thread keeps: the library, and a context for each parameter set that was used. */
import { type FheContext, loadSeal, openContext } from '@touchstone/core/fhe/context.ts';
import type { SchemeParameters } from '@touchstone/core/fhe/params.ts';

let library: ReturnType<typeof loadSeal> | null = null;
const contexts = new Map<string, FheContext<SchemeParameters>>();

export async function contextOf<P extends SchemeParameters>(parameters: P): Promise<FheContext<P>> {
  library ??= loadSeal();
  const context = contexts.get(parameters.id) ?? openContext(await library, parameters);
  contexts.set(parameters.id, context);
  // Sets never change: the one of this id is this one.
  return context as FheContext<P>;
}
