import type { Method } from '@touchstone/core/api/endpoint.ts';

/** The HTTP method in a column of its own. Reading and writing differ by weight, not by a status colour. */
export function MethodMark({ method }: { readonly method: Method }) {
  const weight = method === 'GET' ? 'font-normal' : 'font-bold';
  return <code className={`w-[6ch] shrink-0 text-12 ${weight}`}>{method}</code>;
}
