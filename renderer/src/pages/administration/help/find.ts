import { type Guide, type GuidePart, plain, plainBlocks } from './guide.ts';

export interface FoundPart {
  readonly guide: Guide;
  readonly part: GuidePart;
  /** What stands around the first word, on one line. */
  readonly excerpt: string;
}

/** Characters of an excerpt before and after the first word. */
const BEFORE = 60;
const AFTER = 140;

/** The parts of the guides in which every word occurs, those first whose headings have one; none for a text without words. */
export function findParts(guides: readonly Guide[], text: string): readonly FoundPart[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return [];
  const found = guides.flatMap((guide) =>
    guide.parts.flatMap((part) => {
      const heading = `${guide.title} ${plain(part.title)}`.toLowerCase();
      const body = plainBlocks(part.blocks).replaceAll(/\s+/g, ' ');
      const all = `${heading} ${body.toLowerCase()}`;
      if (!words.every((word) => all.includes(word))) return [];
      return [
        { guide, part, excerpt: excerptOf(body, first), inHeading: words.some((word) => heading.includes(word)) },
      ];
    }),
  );
  return found.toSorted((a, b) => Number(b.inHeading) - Number(a.inHeading));
}

function excerptOf(body: string, word: string): string {
  const at = Math.max(0, body.toLowerCase().indexOf(word));
  const from = Math.max(0, at - BEFORE);
  const text = body.slice(from, at + AFTER);
  return `${from > 0 ? '…' : ''}${text}${at + AFTER < body.length ? '…' : ''}`;
}
