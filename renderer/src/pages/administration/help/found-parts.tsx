import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../../../words/administration/help.ts';
import { findParts } from './find.ts';
import { type Guide, plain } from './guide.ts';

/** More are not drawn. */
const MOST = 40;

/** The parts of the guides in which all words of a text occur. */
export function FoundParts({ guides, text }: { readonly guides: readonly Guide[]; readonly text: string }) {
  const found = useMemo(() => findParts(guides, text), [guides, text]);
  if (found.length === 0) {
    return (
      <EmptyState title={words.none.title}>
        <p>{words.none.text}</p>
      </EmptyState>
    );
  }
  return (
    <>
      <p role="status" className="text-13 text-muted">
        {found.length > MOST ? words.most(MOST) : words.found(found.length)}
      </p>
      <ul className="mt-2 max-w-[52rem]">
        {found.slice(0, MOST).map(({ guide, part, excerpt }) => (
          <li key={`${guide.id}#${part.id}`} className="border-b border-line">
            <Link
              to="/help"
              search={part.id === '' ? { guide: guide.id } : { guide: guide.id, part: part.id }}
              className="-mx-2 block rounded px-2 py-2 hover:bg-sunken"
            >
              <div className="font-medium">
                {guide.title}
                {part.id !== '' && ` › ${plain(part.title)}`}
              </div>
              <div className="text-13 text-muted">{excerpt}</div>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
