import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/issue/artifacts.ts';
import { ALL_ARTIFACTS } from './all-artifacts.ts';
import { artifactQuery } from './queries.ts';
import { ShownArtifact } from './shown-artifact.tsx';

/** The artifact under its address, or why there is none. */
export function ArtifactDetail({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(artifactQuery(id));
  const { detail } = words;
  if (data !== undefined) return <ShownArtifact artifact={data} />;
  return (
    <Page title={words.one} crumbs={ALL_ARTIFACTS} place={id}>
      {error === null ? (
        <p className="min-h-40 text-muted">{detail.loading}</p>
      ) : error instanceof ApiFailure && error.code === 'NOT_FOUND' ? (
        <EmptyState title={detail.missing} icon={<ObjectSign kind="artifact" />}>
          <p>{detail.missingText(<FileText text={id} isMono />)}</p>
        </EmptyState>
      ) : (
        <RequestError error={error} what={detail.what} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
