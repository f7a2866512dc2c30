import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import type { AttestationFault, AttestationVerdict } from './keys-jobs.ts';

const FAULTS: Record<AttestationFault, string> = {
  SIGNER_UNKNOWN: 'It names a key set that this service does not publish.',
  SIGNATURE: 'Its signature does not hold.',
  PATH: 'It speaks of another path than the one that was called.',
  REQUEST: 'It speaks of another request body than the one that was sent.',
  RESPONSE: 'It speaks of another answer than the one that came.',
};

export interface AttestationProps {
  readonly attestation: OutputOf<typeof key.gatewayProxy>['tee_attestation'];
  readonly verdict: AttestationVerdict;
}

/** The software attestation of a call, for what it is. */
export function Attestation({ attestation, verdict }: AttestationProps) {
  return (
    <section
      aria-labelledby="attestation-heading"
      className="space-y-2 rounded border border-line px-3 py-2"
      data-verdict={verdict.ok ? 'valid' : 'invalid'}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id="attestation-heading" className="text-14">
          Attestation
        </h3>
        <span title="In place of it, a hardware enclave would measure the code and sign with a key that it alone holds.">
          <Badge>software</Badge>
        </span>
        <StatusMark
          size="small"
          look={verdict.ok ? 'verified' : verdict.reason === 'SIGNER_UNKNOWN' ? 'inconclusive' : 'failed'}
          label={verdict.ok ? 'Signature and hashes hold' : 'It does not hold'}
        />
      </div>
      {!verdict.ok && <p className="text-failed">{FAULTS[verdict.reason]}</p>}
      <p className="max-w-prose text-muted">
        {attestation.notice} The real thing would be an enclave of the processor, which measures the code and signs with
        a key that it alone holds.
      </p>
      <FactList>
        <Fact name="Called">
          <code className="text-13">
            {attestation.method} {attestation.origin}
          </code>
          , answered {attestation.status}
        </Fact>
        <Fact name="At">
          <TimeText value={attestation.attested_at} />
        </Fact>
        <Fact name="Measurement">
          <HashText value={attestation.measurement} label="measurement of the build" />
        </Fact>
        <Fact name="Request">
          <HashText value={attestation.request_hash} label="hash of the request" />
        </Fact>
        <Fact name="Answer">
          <HashText value={attestation.response_hash} label="hash of the answer" />
        </Fact>
        <Fact name="Key set">
          <code>{attestation.keyset_id}</code>
        </Fact>
      </FactList>
      <LongValue value={attestation.signature} label="signature of the attestation" />
    </section>
  );
}
