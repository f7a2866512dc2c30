import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { artifacts } from '@touchstone/core/api/artifacts/artifacts.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { Download, Files, RefreshCw, ScanSearch } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { isOffline, needsSession, sentenceFor } from '../../../lib/errors.ts';
import { downloadText } from '../../../lib/window/download.ts';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';
import { openInVerify } from '../../../parts/verification/open-in-verify.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';

type Artifact = OutputOf<typeof artifacts.get>;

const COLUMNS = [
  { id: 'id', title: 'Artifact' },
  { id: 'subject', title: 'Subject' },
  { id: 'issued', title: 'Issued, as stated' },
  { id: 'signatures', title: 'Signatures' },
  { id: 'verdict', title: 'Verdict, as stated' },
  { id: 'actions', title: 'Actions' },
] as const;

/** Artifacts: the library that the embedded server keeps. What they say is believed only after verification. */
export function ArtifactsPage() {
  const library = useInfiniteQuery(
    pagedQuery(['artifacts'], (query, signal) => client.artifacts.artifacts.list({ query }, { signal }), { limit: 50 }),
  );
  const items = library.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeading title="Artifacts" lead="Artifacts that were issued on this machine and are kept by its server.">
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={() => void library.refetch()}>
          Refresh
        </Button>
      </PageHeading>
      <div className="space-y-(--gap)">
        {library.error !== null && <LibraryError error={library.error} onRetry={() => void library.refetch()} />}
        {library.isPending && <p className="min-h-40 text-muted">Loading the artifacts</p>}
        {library.isSuccess && items.length === 0 && <EmptyLibrary />}
        {items.length > 0 && (
          <Table caption="Artifacts" columns={COLUMNS}>
            {items.map((artifact) => (
              <ArtifactRow key={artifact.artifact_id} artifact={artifact} />
            ))}
          </Table>
        )}
        {library.hasNextPage && (
          <Button isDisabled={library.isFetchingNextPage} onPress={() => void library.fetchNextPage()}>
            {library.isFetchingNextPage ? 'Loading more' : 'Show more'}
          </Button>
        )}
      </div>
    </>
  );
}

function ArtifactRow({ artifact }: { readonly artifact: Artifact }) {
  const navigate = useNavigate();
  const slots = Object.values(artifact.signatures);
  const filled = slots.filter((text) => !text.startsWith('PENDING')).length;
  const verify = async () => {
    const name = fileName(artifact);
    const file = new File([fileText(artifact)], name, { type: 'application/json' });
    await openInVerify([{ name, file }], () => navigate({ to: '/verify', search: {} }), {
      cameFrom: 'the artifacts',
    });
  };
  return (
    <Row>
      <Cell isHeader>
        <code className="text-13">{artifact.artifact_id}</code>
      </Cell>
      <Cell>
        <FileText text={artifact.subject.name} limit={200} />
        <div className="text-muted">{artifact.subject.category}</div>
      </Cell>
      <Cell>
        <TimeText value={artifact.issued_at} />
      </Cell>
      <Cell noWrap>
        {filled} of {slots.length} filled
      </Cell>
      <Cell>
        <span className="text-muted">{artifact.human_summary.verdict}</span>
      </Cell>
      <Cell>
        <div className="flex flex-wrap gap-1">
          <Button
            size="small"
            icon={<ScanSearch aria-hidden size={14} />}
            aria-label={`Verify ${artifact.artifact_id}`}
            onPress={verify}
          >
            Verify
          </Button>
          <Button
            size="small"
            icon={<Download aria-hidden size={14} />}
            aria-label={`Download ${artifact.artifact_id}`}
            onPress={() => downloadText(fileName(artifact), fileText(artifact))}
          >
            Download
          </Button>
        </div>
      </Cell>
    </Row>
  );
}

function EmptyLibrary() {
  return (
    <EmptyState title="No artifact has been issued here" icon={<Files aria-hidden size={18} />}>
      Artifacts are issued with <code>touchstone artifact new</code> or with the operation{' '}
      <code>POST /v1/artifacts</code> in the API explorer. To check a file that someone gave you, open it on the Verify
      page.
    </EmptyState>
  );
}

function LibraryError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const title = isOffline(error)
    ? 'The library is out of reach'
    : needsSession(error)
      ? 'This window is not signed in'
      : 'The library could not be read';
  const kind = isOffline(error) || needsSession(error) ? 'offline' : 'failed';
  return (
    <ErrorState title={title} kind={kind} onRetry={onRetry}>
      {sentenceFor(error)}
    </ErrorState>
  );
}

function fileName(artifact: Artifact): string {
  return `${artifact.artifact_id}.pqv.json`;
}

function fileText(artifact: Artifact): string {
  return `${JSON.stringify(artifact, null, 2)}\n`;
}
