import { useNavigate } from '@tanstack/react-router';
import { Plus, ScanSearch } from 'lucide-react';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { words } from '../../../words/issue/artifacts.ts';
import { words as newWords } from '../../../words/issue/new-artifact.ts';
import { ArtifactDetail } from './detail.tsx';
import { ArtifactList } from './list.tsx';
import { useListFacts } from './list-facts.tsx';
import { NewArtifactSheet } from './new-artifact-sheet.tsx';
import { useArtifactsSearch } from './search.ts';

/** Artifacts: issue them, and the library that the embedded server keeps. What they say is believed only after verification. */
export function ArtifactsPage() {
  const { search, setSearch } = useArtifactsSearch();
  const { id, act } = search;
  return (
    <>
      {id === undefined ? <AllArtifacts /> : <ArtifactDetail key={id} id={id} />}
      <NewArtifactSheet
        act={act === 'new' || act === 'sample' ? act : null}
        onClose={() => setSearch({ act: undefined })}
        onIssued={({ artifact_id }) => setSearch({ id: artifact_id, act: undefined })}
      />
    </>
  );
}

function AllArtifacts() {
  const { setSearch } = useArtifactsSearch();
  const navigate = useNavigate();
  const facts = useListFacts();
  const open = (act: 'new' | 'sample') => () => setSearch({ act }, 'push');
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={facts}
      action={
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={open('new')}>
          {newWords.verb}
        </Button>
      }
      more={[
        {
          id: 'verify',
          title: words.list.verify,
          icon: <ScanSearch aria-hidden size={15} />,
          onAction: () => void navigate({ to: '/verify', search: {} }),
        },
      ]}
    >
      <ArtifactList onNew={open('new')} onSample={open('sample')} />
    </Page>
  );
}
