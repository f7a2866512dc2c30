import type { PagePath } from './page-names.ts';

/** What a person can do on a page, found from everywhere: an address that opens the verb's sheet there. */
export interface PageVerb {
  readonly title: string;
  /** Other words by which it is found: what the sheet's button says. */
  readonly also?: string;
  readonly to: PagePath;
  readonly search: Readonly<Record<string, string | boolean>>;
}
