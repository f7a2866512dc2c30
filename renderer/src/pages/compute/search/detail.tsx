import { useQuery } from '@tanstack/react-query';
import { Copy, FilePlus2, Printer, Trash2 } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { printPage } from '../../../parts/download/download.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/compute/search.ts';
import { DocumentTable } from './document-table.tsx';
import { EndDocumentSheet, EndSheet } from './end-sheets.tsx';
import { type IndexItem, indexesQuery } from './queries.ts';
import { useIndexSearch } from './search.ts';
import { VectorSearch } from './vector-search.tsx';
import { WordSearch } from './word-search.tsx';

const { detail: texts } = words;
const ALL_INDEXES = [{ title: words.title, to: '/search' }];

/** One index: the search, what was seen of it, the documents. */
export function IndexDetail({ name }: { readonly name: string }) {
  const { data, error, refetch } = useQuery(indexesQuery);
  const index = data?.items.find((item) => item.index_id === name);
  if (index !== undefined) return <ShownIndex index={index} />;
  return (
    <Page title={name} crumbs={ALL_INDEXES} place={name}>
      {error !== null ? (
        <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p className="min-h-40 text-muted">{texts.loading}</p>
      ) : (
        <EmptyState title={texts.missing} icon={<ObjectSign kind="searchIndex" />}>
          {texts.missingText}
        </EmptyState>
      )}
    </Page>
  );
}

function ShownIndex({ index }: { readonly index: IndexItem }) {
  const { search, setSearch } = useIndexSearch();
  const { index_id: name, index_type: type, dimensions } = index;
  const verbs = useVerbs(name);
  const close = () => setSearch({ act: undefined, document: undefined });
  return (
    <Page
      title={name}
      crumbs={ALL_INDEXES}
      object="searchIndex"
      place={name}
      facts={[
        { label: texts.facts.documents, value: formatCount(index.documents) },
        { label: texts.facts.type, value: words.types[type] },
        ...(dimensions === null ? [] : [{ label: texts.facts.dimensions, value: formatCount(dimensions) }]),
        { label: texts.facts.created, value: <AgoText value={index.created_at} now={Date.now()} /> },
      ]}
      action={
        <Button icon={<FilePlus2 aria-hidden size={15} />} onPress={() => setSearch({ act: 'add' }, 'push')}>
          {words.add.verb}
        </Button>
      }
      more={verbs}
    >
      <div className="space-y-8">
        {dimensions === null ? <WordSearch index={name} /> : <VectorSearch index={name} dimensions={dimensions} />}
        <DocumentTable
          index={name}
          hasFields={dimensions === null}
          onDelete={(document) => setSearch({ act: 'delete-document', document }, 'push')}
        />
      </div>
      <EndSheet
        isOpen={search.act === 'delete'}
        onClose={close}
        index={index}
        onEnded={() => setSearch({ act: undefined, index: undefined })}
      />
      <EndDocumentSheet
        isOpen={search.act === 'delete-document'}
        onClose={close}
        index={name}
        document={search.document ?? ''}
      />
    </Page>
  );
}

function useVerbs(name: string): readonly MenuAction[] {
  const { setSearch } = useIndexSearch();
  const copy = useCopy();
  return [
    {
      id: 'copy',
      title: texts.copyName,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(name, texts.nameLabel),
    },
    {
      id: 'print',
      title: texts.print,
      icon: <Printer aria-hidden size={15} />,
      // The menu leaves the page before it is printed.
      onAction: () => void setTimeout(() => void printPage('encrypted-search.pdf'), 300),
    },
    {
      id: 'delete',
      title: words.end.verb,
      icon: <Trash2 aria-hidden size={15} />,
      isDanger: true,
      onAction: () => setSearch({ act: 'delete' }, 'push'),
    },
  ];
}
