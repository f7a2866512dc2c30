/** What axe finds on a page: the rules of WCAG 2.2 AA, and its best practices. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules among them that go by colours; to all others a theme makes no difference. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** One line for each element at fault, on the page as it stands. */
export async function findings(page: Page, exceptRules: string[] = []): Promise<string[]> {
  return analysed(builderOf(page).withTags(TAGS).disableRules(exceptRules));
}

/** One line for each element at fault in the light theme, and for each whose colours are at fault in the dark one. */
export async function findingsInBothThemes(page: Page, exceptRules: string[] = []): Promise<string[]> {
  const light = await findings(page, exceptRules);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const dark = await analysed(builderOf(page).withRules(COLOUR_RULES));
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}

/** Without frames of other sites, axe needs no second page to put its results together. */
function builderOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode(true);
}

async function analysed(builder: AxeBuilder): Promise<string[]> {
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
