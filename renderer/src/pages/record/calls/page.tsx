import { Plus } from 'lucide-react';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { words } from '../../../words/record/calls.ts';
import { CallDetail } from './detail.tsx';
import { CallList } from './list.tsx';
import { NewCallSheet } from './new-call-sheet.tsx';
import { useCallsSearch } from './search.ts';

/** Calls: the list, and for each one lobby, room, transcript and verification. */
export function CallsPage() {
  const { search, setSearch } = useCallsSearch();
  const { act, call } = search;
  const open = (verb: 'new' | 'sample') => () => setSearch({ act: verb }, 'push');
  return (
    <>
      {call !== undefined ? (
        <CallDetail key={call} id={call} />
      ) : (
        <Page
          title={words.title}
          lead={words.lead}
          action={
            <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={open('new')}>
              {words.make.verb}
            </Button>
          }
        >
          <CallList onNew={open('new')} onSample={open('sample')} />
        </Page>
      )}
      <NewCallSheet
        act={act === 'new' || act === 'sample' ? act : null}
        onClose={() => setSearch({ act: undefined })}
        onMade={(id) => setSearch({ act: undefined, call: id })}
      />
    </>
  );
}
