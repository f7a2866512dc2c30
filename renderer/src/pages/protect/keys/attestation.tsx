import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useId } from 'react';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/protect/gateway.ts';
import type { AttestationVerdict } from './keys-jobs.ts';

export interface AttestationProps {
  readonly attestation: OutputOf<typeof key.gatewayProxy>['tee_attestation'];
  readonly verdict: AttestationVerdict;
}

/** The software attestation of a call, for what it is. */
export function Attestation({ attestation, verdict }: AttestationProps) {
  const id = useId();
  const { attestation: texts } = words;
  return (
    <section
      aria-labelledby={id}
      className="space-y-2 border-t border-line pt-4"
      data-verdict={verdict.ok ? 'valid' : 'invalid'}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id={id} className="text-14">
          {texts.title}
        </h3>
        <span title={texts.softwareTip}>
          <Badge>{texts.software}</Badge>
        </span>
        <StatusMark
          size="small"
          look={verdict.ok ? 'verified' : verdict.reason === 'SIGNER_UNKNOWN' ? 'inconclusive' : 'failed'}
          label={verdict.ok ? texts.valid : texts.invalid}
        />
      </div>
      {!verdict.ok && <p className="text-failed">{texts.faults[verdict.reason]}</p>}
      <p className="max-w-prose text-muted">{texts.note(attestation.notice)}</p>
      <FactList>
        <Fact name={texts.called}>
          {texts.calledOf(
            <code className="text-13">
              {attestation.method} {attestation.origin}
            </code>,
            attestation.status,
          )}
        </Fact>
        <Fact name={texts.at}>
          <TimeText value={attestation.attested_at} />
        </Fact>
        <Fact name={texts.measurement}>
          <HashText value={attestation.measurement} label={texts.measurementLabel} />
        </Fact>
        <Fact name={texts.request}>
          <HashText value={attestation.request_hash} label={texts.requestLabel} />
        </Fact>
        <Fact name={texts.answer}>
          <HashText value={attestation.response_hash} label={texts.answerLabel} />
        </Fact>
        <Fact name={texts.keySet}>
          <code>{attestation.keyset_id}</code>
        </Fact>
      </FactList>
      <LongValue value={attestation.signature} label={texts.signature} />
    </section>
  );
}
