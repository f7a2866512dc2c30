import { fromBase64 } from '@touchstone/core/bytes.ts';
import { openSnippet, type TextOwner } from '@touchstone/core/search/snippet.ts';
import { LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { downloadText } from '../../../parts/download/download.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table, type TableColumn } from '../../../ui/table.tsx';
import { words } from '../../../words/compute/search.ts';
import type { WordAnswer } from './queries.ts';

const { results: texts } = words;

const COLUMNS: readonly TableColumn[] = [
  { id: 'document', title: texts.document },
  { id: 'score', title: texts.score, align: 'end' },
  { id: 'fields', title: texts.fields },
  { id: 'snippet', title: texts.snippet },
];

interface OpenKey {
  readonly key: Uint8Array;
  readonly owner: Omit<TextOwner, 'docId'>;
}

type Result = WordAnswer['results'][number];

export interface FoundDocumentsProps {
  readonly index: string;
  readonly answer: WordAnswer;
}

/** The documents that were found, the best first. Their snippets open in this window, when somebody wants to read them. */
export function FoundDocuments({ index, answer }: FoundDocumentsProps) {
  const { results, total_matches: total } = answer;
  const opening = useWork(async (_: null, signal): Promise<OpenKey> => {
    const read = await client.crypto.search.key({ params: { index_id: index } }, { signal });
    const key = fromBase64(read.key_b64);
    if (key === null) throw new TypeError('the key is not base64');
    return { key, owner: { project: read.project_id, collection: read.collection_id } };
  });
  const { result: opened } = opening;
  return (
    <Section
      title={texts.title}
      lead={texts.count(results.length, total)}
      aside={
        results.length > 0 && (
          <div className="screen-only flex flex-wrap gap-2">
            <Button onPress={() => void downloadText('search-results.csv', csvOf(results, opened), 'text/csv')}>
              {texts.csv}
            </Button>
            <Button
              icon={opened === null ? <LockKeyholeOpen aria-hidden size={15} /> : <LockKeyhole aria-hidden size={15} />}
              onPress={() => (opened === null ? void opening.start(null) : opening.reset())}
            >
              {opened === null ? texts.open : texts.close}
            </Button>
          </div>
        )
      }
    >
      <div className="mb-2 empty:hidden">
        {opening.state.status !== 'done' && (
          <WorkStatus
            state={opening.state}
            busyLabel={texts.opening}
            failedTitle={texts.openFailed}
            onCancel={opening.cancel}
            units={0}
          />
        )}
      </div>
      {results.length === 0 ? (
        <p className="text-muted">{texts.none}</p>
      ) : (
        <Table caption={texts.caption} columns={COLUMNS}>
          {results.map((result) => (
            <Row key={result.doc_id}>
              <Cell isHeader>
                <FileText text={result.doc_id} limit={200} />
              </Cell>
              <Cell align="end">{result.score.toFixed(2)}</Cell>
              <Cell>
                <FileText text={result.matched_fields.join(', ')} limit={200} />
              </Cell>
              <Cell>
                <Snippet result={result} opened={opened} />
              </Cell>
            </Row>
          ))}
        </Table>
      )}
      {opened !== null && <p className="mt-2 text-13 text-muted">{texts.openNote}</p>}
    </Section>
  );
}

function Snippet({ result, opened }: { readonly result: Result; readonly opened: OpenKey | null }) {
  if (opened === null) return <Badge>{texts.sealed}</Badge>;
  const text = textOf(result, opened);
  return text === null ? <Badge tone="failed">{texts.broken}</Badge> : <FileText text={text} limit={300} />;
}

function textOf({ doc_id: docId, ciphertext_snippet_b64: snippet }: Result, { key, owner }: OpenKey): string | null {
  const bytes = fromBase64(snippet);
  return bytes === null ? null : openSnippet(key, { ...owner, docId }, bytes);
}

/** Snippets as they are shown: encrypted until they are opened. */
function csvOf(results: readonly Result[], opened: OpenKey | null): string {
  return csvText(results, [
    ['doc_id', ({ doc_id }) => doc_id],
    ['score', ({ score }) => score],
    ['matched_fields', ({ matched_fields }) => matched_fields.join(' ')],
    ['snippet', (result) => (opened === null ? result.ciphertext_snippet_b64 : (textOf(result, opened) ?? ''))],
  ]);
}
