import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { words } from '../../../words/compute/search.ts';
import { AddSheet } from './add-sheet.tsx';
import { IndexDetail } from './detail.tsx';
import { IndexList } from './list.tsx';
import { indexesQuery } from './queries.ts';
import { useIndexSearch } from './search.ts';

/** Encrypted search: indexes, what is in them, a search and what was seen of it. */
export function EncryptedSearchPage() {
  // Whatever was found or opened goes with each lock.
  const locks = useLockCount();
  return <EncryptedSearch key={locks} />;
}

function EncryptedSearch() {
  const { search, setSearch } = useIndexSearch();
  const { act, index } = search;
  const open = useQuery(indexesQuery).data?.items.find(({ index_id }) => index_id === index);
  return (
    <>
      {index === undefined ? <AllIndexes /> : <IndexDetail key={index} name={index} />}
      <AddSheet
        act={act === 'add' || act === 'sample' ? act : null}
        index={open}
        onClose={() => setSearch({ act: undefined })}
        onAdded={(name) => setSearch({ act: undefined, index: name })}
      />
    </>
  );
}

function AllIndexes() {
  const { setSearch } = useIndexSearch();
  const items = useQuery(indexesQuery).data?.items ?? [];
  const { facts } = words.list;
  const add = () => setSearch({ act: 'add' }, 'push');
  const documents = items.reduce((sum, item) => sum + item.documents, 0);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={
        items.length === 0
          ? undefined
          : [
              { label: facts.indexes, value: formatCount(items.length) },
              { label: facts.documents, value: formatCount(documents) },
            ]
      }
      action={
        <Button variant="primary" icon={<FilePlus2 aria-hidden size={15} />} onPress={add}>
          {words.add.verb}
        </Button>
      }
    >
      <IndexList onAdd={add} onSample={() => setSearch({ act: 'sample' }, 'push')} />
    </Page>
  );
}
