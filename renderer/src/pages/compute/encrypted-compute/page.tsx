import { useQuery } from '@tanstack/react-query';
import { FileUp, Plus, SlidersHorizontal, Wand } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { words as adviceWords } from '../../../words/compute/encrypted-compute-advice.ts';
import { Advice } from './advice/advice.tsx';
import { KeyDetail } from './detail.tsx';
import { KeyList } from './list.tsx';
import { LoadKeysSheet } from './load-keys-sheet.tsx';
import { NewSheet } from './new-sheet.tsx';
import type { Notebooks } from './notebooks.ts';
import { keysQuery } from './queries.ts';
import { useFheSearch } from './search.ts';
import { notebooksOf, useNotebooks } from './use-notebooks.ts';

/** Encrypted compute: keys with their notebooks, and advice about parameters. */
export function EncryptedComputePage() {
  // Nothing of one project may stay on the screen under another one.
  const project = useProjectId();
  const locks = useLockCount();
  return <EncryptedCompute key={`${project} ${locks}`} notebooks={notebooksOf(project)} />;
}

function EncryptedCompute({ notebooks }: { readonly notebooks: Notebooks }) {
  const { search, setSearch } = useFheSearch();
  const { act, key } = search;
  return (
    <>
      {key === undefined ? <Overview notebooks={notebooks} /> : <KeyDetail key={key} id={key} notebooks={notebooks} />}
      <NewSheet
        act={key === undefined && (act === 'new' || act === 'sample') ? act : null}
        notebooks={notebooks}
        onClose={() => setSearch({ act: undefined })}
        onMade={(made) => setSearch({ act: act === 'sample' ? 'encrypt-sample' : undefined, key: made })}
      />
      <LoadKeysSheet
        isOpen={act === 'load-keys'}
        pair={key}
        notebooks={notebooks}
        onClose={() => setSearch({ act: undefined })}
        onLoaded={(loaded) => setSearch({ act: undefined, key: loaded })}
      />
    </>
  );
}

function Overview({ notebooks }: { readonly notebooks: Notebooks }) {
  const { search, setSearch } = useFheSearch();
  const tab = search.view ?? 'keys';
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={useFacts(notebooks)}
      action={
        tab === 'keys' ? (
          <Button
            variant="primary"
            icon={<Plus aria-hidden size={16} />}
            onPress={() => setSearch({ act: 'new' }, 'push')}
          >
            {words.make.verb}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={<SlidersHorizontal aria-hidden size={16} />}
            onPress={() => setSearch({ act: 'ask' }, 'push')}
          >
            {adviceWords.ask.verb}
          </Button>
        )
      }
      more={[
        {
          id: 'load-keys',
          title: words.keys.load,
          icon: <FileUp aria-hidden size={15} />,
          onAction: () => setSearch({ act: 'load-keys' }, 'push'),
        },
        {
          id: 'improve',
          title: adviceWords.improve.verb,
          icon: <Wand aria-hidden size={15} />,
          onAction: () => setSearch({ view: 'parameters', act: 'improve' }, 'push'),
        },
      ]}
    >
      <KeptTabs
        label={words.tabs.label}
        selected={tab}
        onSelect={(chosen) => setSearch({ view: chosen === 'keys' ? undefined : chosen, act: undefined })}
        tabs={[
          { id: 'keys', title: words.tabs.keys, content: <KeyList notebooks={notebooks} /> },
          { id: 'parameters', title: words.tabs.parameters, content: <Advice /> },
        ]}
      />
    </Page>
  );
}

function useFacts(notebooks: Notebooks): readonly FactItem[] | undefined {
  const items = useQuery(keysQuery).data?.items;
  const { steps } = useNotebooks(notebooks);
  if (items === undefined) return undefined;
  const { facts } = words.list;
  const sessions = items.filter(({ scheme, isOpen }) => scheme === 'CKKS' && isOpen);
  const next = sessions.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted()[0];
  const count = [...steps.values()].reduce((sum, all) => sum + all.length, 0);
  return [
    { label: facts.pairs, value: formatCount(items.filter(({ scheme }) => scheme === 'BFV').length) },
    { label: facts.sessions, value: formatCount(sessions.length) },
    ...(next === undefined ? [] : [{ label: facts.next, value: <AgoText value={next} now={Date.now()} /> }]),
    { label: facts.steps, value: formatCount(count) },
  ];
}
