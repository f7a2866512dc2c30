import { GUIDES } from 'virtual:guides';
import { Link } from '@tanstack/react-router';
import { FindField } from '../../../parts/list-page/find-field.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/administration/help.ts';
import { Line } from './blocks.tsx';
import { FoundParts } from './found-parts.tsx';
import type { Guide } from './guide.ts';
import { GuideText } from './guide-text.tsx';
import { useHelpSearch } from './search.ts';

export { GuideExcerpt } from './guide-excerpt.tsx';

const CRUMBS = [{ title: words.title, to: '/help' }];

/** Help: the guides of `docs/`, found by words, and shown part by part. */
export function HelpPage() {
  const { search, setSearch } = useHelpSearch();
  const { guide: id, part = '', q = '' } = search;
  const guide = GUIDES.find((one) => one.id === id);
  if (guide !== undefined) {
    return (
      <Page title={guide.title} crumbs={CRUMBS} place={guide.id}>
        <GuideText guide={guide} part={part} />
      </Page>
    );
  }
  if (id !== undefined) {
    return (
      <Page title={words.missing.title} crumbs={CRUMBS}>
        <p>{words.missing.text}</p>
      </Page>
    );
  }
  return (
    <Page title={words.title} lead={words.lead}>
      <div className="max-w-100">
        <FindField label={words.find} text={q} onChange={(text) => setSearch({ q: text === '' ? undefined : text })} />
      </div>
      <div className="mt-6">{q.trim() === '' ? <GuideList /> : <FoundParts guides={GUIDES} text={q} />}</div>
    </Page>
  );
}

function GuideList() {
  const groups = [...Map.groupBy(GUIDES, ({ group }) => group)];
  return (
    <div className="columns-[24rem] gap-x-10">
      {groups.map(([group, guides]) => (
        <div key={group} className="mb-6 break-inside-avoid">
          <Section title={group}>
            <ul>
              {guides.map((guide) => (
                <GuideEntry key={guide.id} guide={guide} />
              ))}
            </ul>
          </Section>
        </div>
      ))}
    </div>
  );
}

function GuideEntry({ guide: { id, title, about } }: { readonly guide: Guide }) {
  return (
    <li>
      <Link to="/help" search={{ guide: id }} className="-mx-2 block rounded px-2 py-1.5 hover:bg-sunken">
        <div className="font-medium text-accent">{title}</div>
        <div className="text-13 text-muted">
          <Line inline={about} />
        </div>
      </Link>
    </li>
  );
}
