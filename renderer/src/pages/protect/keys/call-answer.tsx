import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { ScrollingCode } from '../../../ui/scrolling-code.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/protect/gateway.ts';
import { Attestation } from './attestation.tsx';
import type { AttestationVerdict } from './keys-jobs.ts';

export interface Answered {
  readonly answer: OutputOf<typeof key.gatewayProxy>;
  readonly verdict: AttestationVerdict;
}

/** What the service answered to the last test call, and the attestation of that. */
export function CallAnswer({ answered: { answer, verdict } }: { readonly answered: Answered }) {
  const names = Object.entries(answer.headers);
  const { answer: texts } = words;
  return (
    <Section title={texts.title}>
      <div className="space-y-4">
        <FactList>
          <Fact name={texts.status}>
            <span className="font-medium tabular-nums" data-testid="upstream-status">
              {answer.status}
            </span>
          </Fact>
          <Fact name={texts.time}>{texts.ms(answer.proxy_latency_ms.toFixed(1))}</Fact>
          {answer.headers_not_sent.length > 0 && (
            <Fact name={texts.leftOut}>
              <code className="text-13">{answer.headers_not_sent.join(', ')}</code>
              <span className="block text-muted">{texts.leftOutNote}</span>
            </Fact>
          )}
        </FactList>
        <div>
          <p className="text-13 text-muted">{texts.body}</p>
          {answer.body === null ? (
            <p className="text-muted">{texts.empty}</p>
          ) : (
            <ScrollingCode
              label={texts.bodyLabel}
              value={typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)}
            />
          )}
        </div>
        <Disclosure title={texts.headers(names.length)}>
          <FactList>
            {names.map(([name, value]) => (
              <Fact key={name} name={name}>
                <code className="text-13 break-all">{value}</code>
              </Fact>
            ))}
          </FactList>
        </Disclosure>
        <Attestation attestation={answer.tee_attestation} verdict={verdict} />
      </div>
    </Section>
  );
}
