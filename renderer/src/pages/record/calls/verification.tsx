import { useQuery } from '@tanstack/react-query';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/record/calls.ts';
import type { Call } from './call-items.ts';
import { verifiedQuery } from './queries.ts';

const { verify: texts } = words;

/** What the service says of key exchange, transcript and end. */
export function Verification({ call }: { readonly call: Call }) {
  const { data, error, refetch } = useQuery(verifiedQuery(call.session_id));
  return (
    <Section title={texts.title} lead={texts.lead}>
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="text-muted">{texts.loading}</p>}
      {data !== undefined && (
        <FactList>
          <Fact name={texts.keys}>
            <StatusMark
              look={data.key_exchange_valid ? 'verified' : 'skipped'}
              label={data.key_exchange_valid ? texts.keysYes : texts.keysNo}
            />
          </Fact>
          <Fact name={texts.signature}>
            <StatusMark
              look={data.transcript_signature_valid ? 'verified' : 'skipped'}
              label={data.transcript_signature_valid ? texts.signatureYes : texts.signatureNo}
            />
          </Fact>
          {call.end !== null && (
            <Fact name={texts.end}>
              <StatusMark look="verified" label={texts.endSigned} />
            </Fact>
          )}
          <Fact name={texts.algorithms}>{data.pq_algorithms.join(', ')}</Fact>
        </FactList>
      )}
    </Section>
  );
}
