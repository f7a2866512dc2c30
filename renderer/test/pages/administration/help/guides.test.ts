import { ERRORS } from '@touchstone/core/api/errors.ts';
import { describe, expect, it } from 'vitest';
import { readGuides } from '../../../../guides.ts';
import { findParts } from '../../../../src/pages/administration/help/find.ts';
import { plain, plainBlocks } from '../../../../src/pages/administration/help/guide.ts';
import { PAGE_GUIDES } from '../../../../src/parts/navigation/page-guides.ts';

const GUIDES = await readGuides();
const PLACES = new Set(GUIDES.flatMap(({ id, parts }) => [id, ...parts.map((part) => `${id}#${part.id}`)]));

describe('guides', () => {
  it('are led to by the pages and by each other, at headings that there are', () => {
    expect(Object.entries(PAGE_GUIDES).filter(([, place]) => !PLACES.has(place))).toEqual([]);
    const links = JSON.stringify(GUIDES).matchAll(/"to":"([^"]+)"/g);
    expect([...links].map(([, place = '']) => place).filter((place) => !PLACES.has(place))).toEqual([]);
  });

  it('name each part once within a guide', () => {
    for (const { id, parts } of GUIDES) {
      const ids = parts.map((part) => part.id);
      expect(ids, id).toEqual([...new Set(ids)]);
    }
  });

  it('say of every error code its status, what it means and what helps', () => {
    const parts = GUIDES.find(({ id }) => id === 'errors')?.parts.filter(({ id }) => id !== '') ?? [];
    expect(parts.map(({ title }) => plain(title)).toSorted()).toEqual(Object.keys(ERRORS).toSorted());
    for (const { title, blocks } of parts) {
      const code = plain(title) as keyof typeof ERRORS;
      expect(plainBlocks(blocks), code).toMatch(new RegExp(`^Status ${ERRORS[code].status}\\. .+\\nWhat helps: .+`));
    }
  });

  it('are found by words, which all have to occur in one part, headings first', () => {
    const titles = (text: string) => findParts(GUIDES, text).map(({ guide, part }) => `${guide.id}#${part.id}`);
    expect(titles('rolled_BACK doctor')).toContain('errors#rolled_back');
    expect(titles('webhooks')[0]).toBe('console-keys#webhooks');
    expect(titles('webhooks zebra')).toEqual([]);
    expect(titles('  ')).toEqual([]);
    const [found] = findParts(GUIDES, 'salt');
    expect(found?.excerpt.toLowerCase()).toContain('salt');
  });
});
