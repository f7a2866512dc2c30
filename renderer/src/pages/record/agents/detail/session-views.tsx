import { type ReactNode, useState } from 'react';
import { words } from '../../../../words/record/agents-session.ts';
import type { SessionView } from '../address.ts';

export interface SessionViewsProps {
  readonly views: readonly { readonly id: SessionView; readonly title: string; readonly content: ReactNode }[];
  readonly selected: SessionView;
  readonly onSelect: (view: SessionView) => void;
}

/**
 * The views of a session, each a place with an address. They begin when they are opened first and stay behind each other
 * then. No tab panels: React Aria's look for something to focus at every change of their contents, and the tree changes at
 * every frame of scrolling.
 */
export function SessionViews({ views, selected, onSelect }: SessionViewsProps) {
  const [opened, setOpened] = useState<readonly SessionView[]>([selected]);
  if (!opened.includes(selected)) setOpened([...opened, selected]);
  return (
    <div>
      <nav aria-label={words.views.label} className="screen-only">
        <ul className="flex flex-wrap gap-x-6 border-b border-line max-[599px]:gap-x-4">
          {views.map(({ id, title }) => (
            <li key={id} className="-mb-px flex">
              <button
                type="button"
                aria-current={id === selected ? 'page' : undefined}
                onClick={() => onSelect(id)}
                className="cursor-default border-b-2 border-transparent py-2 text-muted hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]"
              >
                {title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {views.map(({ id, title, content }) =>
        opened.includes(id) || id === selected ? (
          <section key={id} aria-label={title} hidden={id !== selected} className="pt-3">
            {content}
          </section>
        ) : null,
      )}
    </div>
  );
}
