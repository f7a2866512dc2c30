import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { ReactNode } from 'react';
import { stillStands } from '../../../lib/errors.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { GroupedText } from '../../../ui/hash-text.tsx';
import { words } from '../../../words/issue/proofs.ts';
import { ALL_PROOFS } from './all-proofs.ts';
import { EndedProof } from './ended-proof.tsx';
import { proofFileOf } from './proof-file.ts';
import { proofQuery, proofsQuery } from './queries.ts';
import { useProofsSearch } from './search.ts';
import { ShownProof } from './shown-proof.tsx';

const { detail: texts } = words;

/** The proof under its commitment; an expired one, and a claim that did not hold, as far as the list knows it. */
export function ProofDetail({ commitment }: { readonly commitment: string }) {
  const { setSearch } = useProofsSearch();
  const { data, error, refetch } = useQuery(proofQuery(commitment));
  const listed = useQuery(proofsQuery).data?.items.find((item) => item.commitment === commitment);
  if (data !== undefined && stillStands(error)) {
    if (data.commitment !== commitment) {
      return (
        <NoProof commitment={commitment}>
          <ErrorState title={texts.other} onRetry={() => void refetch()}>
            {texts.otherText}
          </ErrorState>
        </NoProof>
      );
    }
    const { proof, public_inputs: inputs } = data;
    const file = proofFileOf(data);
    if (file === null || proof === undefined || inputs === undefined) return <EndedProof proof={data} />;
    return <ShownProof proof={data} inputs={inputs} bytes={proof} file={file} />;
  }
  const isOver = error instanceof ApiFailure && error.code === 'SESSION_EXPIRED';
  if (isOver && listed !== undefined) return <EndedProof proof={listed} />;
  return (
    <NoProof commitment={commitment}>
      {isOver ? (
        <EmptyState title={texts.expired} icon={<ObjectSign kind="proof" />}>
          {texts.expiredText}
        </EmptyState>
      ) : error instanceof ApiFailure && error.code === 'NOT_FOUND' ? (
        <EmptyState
          title={texts.missing}
          icon={<ObjectSign kind="proof" />}
          actions={
            <Button onPress={() => setSearch({ proof: undefined, act: 'check' }, 'push')}>{words.verify.verb}</Button>
          }
        >
          {texts.missingText(<GroupedText value={commitment} />)}
        </EmptyState>
      ) : error !== null ? (
        <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />
      ) : (
        <p className="min-h-40 text-muted">{texts.loading}</p>
      )}
    </NoProof>
  );
}

interface NoProofProps {
  readonly commitment: string;
  readonly children: ReactNode;
}

function NoProof({ commitment, children }: NoProofProps) {
  return (
    <Page title={words.one} crumbs={ALL_PROOFS} place={commitment}>
      {children}
    </Page>
  );
}
