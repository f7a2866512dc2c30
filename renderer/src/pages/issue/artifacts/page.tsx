import { Link } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import { Page } from '../../../parts/page/page.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { words } from '../../../words/issue/artifacts.ts';
import { ArtifactDetail } from './detail.tsx';
import { ArtifactList } from './list.tsx';
import { useListFacts } from './list-facts.tsx';
import { useArtifactsSearch } from './search.ts';

/** Artifacts: the library that the embedded server keeps. What they say is believed only after verification. */
export function ArtifactsPage() {
  const { search } = useArtifactsSearch();
  return search.id === undefined ? <AllArtifacts /> : <ArtifactDetail key={search.id} id={search.id} />;
}

function AllArtifacts() {
  const facts = useListFacts();
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={facts}
      action={
        <Link to="/verify" search={{}} className={buttonClass('primary')}>
          <ScanSearch aria-hidden size={15} />
          {words.list.verify}
        </Link>
      }
    >
      <ArtifactList />
    </Page>
  );
}
