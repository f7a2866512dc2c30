import { createElement, Fragment, type ReactNode } from 'react';

/**
 * A sentence that holds elements, such as a time or a name in code: `` rich`Restorable until ${time}.` ``. The words stay in the
 * catalogue, the elements come from the page.
 */
export function rich(texts: TemplateStringsArray, ...elements: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...texts.flatMap((text, index) => [text, elements[index]]));
}
