import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { words } from '../../../words/administration/help.ts';
import { Blocks, Line } from './blocks.tsx';
import { type Guide, type GuidePart, plain } from './guide.ts';

/** The whole text of a guide, with its contents at the side where there is room; goes to the part that the address names. */
export function GuideText({ guide, part }: { readonly guide: Guide; readonly part: string }) {
  useLinkedPart(guide.id, part);
  const named = guide.parts.filter(({ id, level }) => id !== '' && level === 2);
  return (
    <div className="grid gap-x-12 min-[1200px]:grid-cols-[minmax(0,52rem)_14rem]">
      <div className="min-w-0 space-y-8">
        {guide.parts.map((one) => (
          <Part key={one.id} part={one} about={one.id === '' ? guide.title : plain(one.title)} />
        ))}
      </div>
      {named.length > 1 && (
        <nav aria-label={words.contents} className="screen-only max-[1199px]:hidden">
          <div className="sticky top-6 max-h-[calc(100dvh-6rem)] overflow-y-auto">
            <div className="pb-1 text-12 font-medium text-muted">{words.contents}</div>
            <ul>
              {named.map(({ id, title }) => (
                <li key={id}>
                  <Link
                    to="/help"
                    search={{ guide: guide.id, part: id }}
                    className="block rounded px-2 py-1 text-13 text-muted [overflow-wrap:anywhere] hover:bg-sunken hover:text-text"
                  >
                    {plain(title)}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      )}
    </div>
  );
}

function Part({ part: { id, level, title, blocks }, about }: { readonly part: GuidePart; readonly about: string }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className="space-y-3">
      {id !== '' && (
        <Heading id={id} tabIndex={-1} className={`scroll-mt-4 outline-none ${level === 2 ? 'text-16' : 'text-14'}`}>
          <Line inline={title} />
        </Heading>
      )}
      <Blocks blocks={blocks} about={about} />
    </section>
  );
}

/** Brings the part into sight, with the focus on its heading. */
function useLinkedPart(guide: string, part: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same part of another guide is another place
  useEffect(() => {
    if (part === '') return;
    // After the frame has moved the focus to the page's heading.
    const timer = setTimeout(() => {
      const heading = document.getElementById(part);
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView({ block: 'start' });
    });
    return () => clearTimeout(timer);
  }, [guide, part]);
}
