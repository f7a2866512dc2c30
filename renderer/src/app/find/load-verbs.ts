import type { PageVerb } from '../../parts/navigation/page-verb.ts';

/** The verbs of all pages; also called when the console is idle, so that they are found with the server stopped. */
export async function loadVerbs(): Promise<readonly PageVerb[]> {
  const { VERBS } = await import('./verbs.ts');
  return VERBS;
}
