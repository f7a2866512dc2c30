/** What axe finds on a page: the rules of WCAG 2.2 AA, and its best practices. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** One line for each element at fault, on the page as it stands. */
export async function findings(page: Page, exceptRules: string[] = []): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).disableRules(exceptRules).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
