import { Link } from '@tanstack/react-router';
import { bridge } from '../../../lib/shell/live-bridge.ts';
import { useChosenInSight } from '../../../ui/use-chosen-in-sight.ts';
import { words } from '../../../words/administration/settings.ts';
import type { SectionName } from './section-address.ts';

interface IndexGroup {
  readonly title: string;
  readonly sections: readonly { readonly name: SectionName; readonly title: string }[];
}

const GROUPS: readonly IndexGroup[] = [
  {
    title: words.groups.console,
    sections: [
      { name: 'appearance', title: words.appearance.title },
      { name: 'shortcuts', title: words.keyboard.title },
    ],
  },
  {
    title: words.groups.server,
    sections: [
      { name: 'server', title: words.server.title },
      { name: 'data-folder', title: words.folder.title },
      { name: 'backup', title: words.backup.title },
      { name: 'sharing', title: words.groups.programs },
    ],
  },
  {
    title: words.groups.about,
    sections: [
      ...(bridge.capabilities.updateFromFile ? [{ name: 'update', title: words.update.title } as const] : []),
      { name: 'about', title: words.about.title },
      { name: 'backends', title: words.algorithms.title },
    ],
  },
];

/** The sections at the side; above them in a row that scrolls where the window is narrow. */
export function SectionIndex({ shown }: { readonly shown: SectionName }) {
  const index = useChosenInSight<HTMLElement>(shown);
  return (
    <nav
      ref={index}
      aria-label={words.index}
      className="screen-only flex gap-1 min-[1000px]:sticky min-[1000px]:top-6 min-[1000px]:flex-col min-[1000px]:gap-4 min-[1000px]:self-start max-[999px]:fading-row max-[999px]:border-b max-[999px]:border-line max-[999px]:pb-2"
    >
      {GROUPS.map(({ title, sections }) => (
        <div key={title} className="max-[999px]:contents">
          <div className="px-2 pb-1 text-12 font-medium text-muted max-[999px]:hidden">{title}</div>
          <ul className="max-[999px]:flex max-[999px]:gap-1">
            {sections.map((section) => (
              <li key={section.name}>
                <Link
                  to="/settings"
                  search={{ section: section.name }}
                  aria-current={section.name === shown ? 'page' : undefined}
                  className="flex min-h-8 items-center rounded px-2 whitespace-nowrap text-muted hover:bg-sunken hover:text-text aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
                >
                  {section.title}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
