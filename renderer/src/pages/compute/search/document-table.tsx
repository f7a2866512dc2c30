import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { formatSize } from '../../../lib/format.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table, type TableColumn } from '../../../ui/table.tsx';
import { words } from '../../../words/compute/search.ts';
import { documentsQuery } from './queries.ts';

const { detail: texts } = words;

const COLUMNS: readonly TableColumn[] = [
  { id: 'name', title: texts.columns.name },
  { id: 'fields', title: texts.columns.fields },
  { id: 'size', title: texts.columns.size, align: 'end' },
  { id: 'indexed', title: texts.columns.indexed },
  { id: 'verb', title: texts.columns.verb, folded: 'corner' },
];

export interface DocumentTableProps {
  readonly index: string;
  /** Those of vectors have none. */
  readonly hasFields: boolean;
  readonly onDelete: (document: string) => void;
}

/** The documents of an index by name, a page at a time. Their texts stay where they are. */
export function DocumentTable({ index, hasFields, onDelete }: DocumentTableProps) {
  const documents = useInfiniteQuery(documentsQuery(index));
  const items = documents.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Section title={texts.documents}>
      {documents.error !== null && (
        <RequestError error={documents.error} what={texts.documentsWhat} onRetry={() => void documents.refetch()} />
      )}
      {documents.isPending && <p className="text-muted">{texts.documentsLoading}</p>}
      {documents.data !== undefined && items.length === 0 && <p className="text-muted">{texts.noDocuments}</p>}
      {items.length > 0 && (
        <Table
          caption={texts.documentsCaption}
          columns={hasFields ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'fields')}
        >
          {items.map((item) => (
            <Row key={item.doc_id}>
              <Cell isHeader>
                <FileText text={item.doc_id} limit={200} />
              </Cell>
              {hasFields && (
                <Cell>
                  <FileText text={item.fields.join(', ')} limit={200} />
                </Cell>
              )}
              <Cell align="end">{formatSize(item.stored_bytes)}</Cell>
              <Cell>
                <AgoText value={item.indexed_at} now={Date.now()} />
              </Cell>
              <Cell noWrap>
                <IconButton
                  size="small"
                  className="-my-1"
                  label={words.endDocument.verb(item.doc_id)}
                  icon={<Trash2 aria-hidden size={15} />}
                  onPress={() => onDelete(item.doc_id)}
                />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {documents.hasNextPage && (
        <div className="mt-3">
          <Button onPress={() => void documents.fetchNextPage()}>{texts.more}</Button>
        </div>
      )}
    </Section>
  );
}
