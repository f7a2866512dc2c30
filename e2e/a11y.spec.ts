import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, go, openSite, type Site, type Visit } from './fixtures.ts';

const PATHS = ['/verify', '/trust', '/artifacts', '/api-explorer', '/settings'] as const;
const SCHEMES = ['light', 'dark'] as const;
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds on the page as it stands, one line each. */
async function findings({ page }: Visit): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

describe.skipIf(CHROMIUM === null)('axe (WCAG 2.2 AA)', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site.close();
  });

  for (const colorScheme of SCHEMES) {
    it(`finds nothing on any page, ${colorScheme}`, async () => {
      const visit = await site.visit({ colorScheme });
      for (const path of PATHS) {
        await go(visit.page, path);
        await visit.page.waitForLoadState('networkidle');
        expect(await findings(visit), path).toEqual([]);
      }
      await visit.leave();
    });

    it(`finds nothing in dialogs, ${colorScheme}`, async () => {
      const visit = await site.visit({ colorScheme });
      const { page } = visit;
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      expect(await findings(visit), 'palette').toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      expect(await findings(visit), 'shortcuts').toEqual([]);
      await page.keyboard.press('Escape');
      await go(page, '/trust?import=true');
      await page.getByRole('dialog', { name: 'Import a key set' }).waitFor();
      expect(await findings(visit), 'import').toEqual([]);
      await visit.leave();
    });
  }

  it('finds nothing at 360 px, with the navigation open', async () => {
    const visit = await site.visit({ width: 360, height: 740 });
    for (const path of PATHS) {
      await go(visit.page, path);
      expect(await findings(visit), path).toEqual([]);
    }
    await visit.page.getByRole('button', { name: 'Open the navigation' }).click();
    await visit.page.getByRole('dialog', { name: 'Navigation' }).waitFor();
    expect(await findings(visit), 'navigation').toEqual([]);
    await visit.leave();
  });

  it('would find a mistake', async () => {
    const visit = await site.visit();
    await visit.page.evaluate(() => {
      document.querySelector('main')?.append(document.createElement('button'));
    });
    expect((await findings(visit)).join()).toContain('button-name');
    await visit.leave();
  });
});
