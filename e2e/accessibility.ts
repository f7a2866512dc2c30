/** What axe finds on a page: the rules of WCAG 2.2 AA, and its best practices. */
import axeCore, { type RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules among them that go by colours; to all others a theme makes no difference. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** One line for each element at fault, on the page as it stands. */
export function findings(page: Page, exceptRules: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(exceptRules.map((rule) => [rule, { enabled: false }]));
  return analysed(page, { runOnly: { type: 'tag', values: TAGS }, rules });
}

/** One line for each element at fault in the light theme, and for each whose colours are at fault in the dark one. */
export async function findingsInBothThemes(page: Page, exceptRules: readonly string[] = []): Promise<string[]> {
  const light = await findings(page, exceptRules);
  await show(page, 'dark');
  const dark = await analysed(page, { runOnly: { type: 'rule', values: COLOUR_RULES } });
  await show(page, 'light');
  return [...light, ...dark.map((line) => `dark: ${line}`)];
}

/** Shows a theme, until every colour on the page is its own: axe would find the text of one theme on the ground of the other. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(() => {
    // Colours that pass over to those of the other theme are drawn anew in every frame: most of what two analyses cost.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets = [sheet];
  });
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction((theme) => matchMedia(`(prefers-color-scheme: ${theme})`).matches, colorScheme);
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    // Those that follow the scrolling of a column, as the navigation's does once it is longer than the window, never end.
    const byTime = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    await Promise.allSettled(byTime.map(({ finished }) => finished));
    await frame();
    document.adoptedStyleSheets = [];
  });
}

/**
 * axe itself, brought to each document once: its source is half a megabyte, and its whole answer, with all that passed,
 * costs more to carry than the analysis.
 */
async function analysed(page: Page, options: RunOptions): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeCore.source);
  }
  return page.evaluate(async (given) => {
    const axe: Pick<typeof axeCore, 'run'> = Reflect.get(globalThis, 'axe');
    const { violations } = await axe.run(document, { ...given, resultTypes: ['violations'] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    );
  }, options);
}
