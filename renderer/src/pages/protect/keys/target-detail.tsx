import { useQuery } from '@tanstack/react-query';
import { Copy, LockOpen, Pencil, Send, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { Section } from '../../../ui/section.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/protect/gateway.ts';
import { words as keysWords } from '../../../words/protect/keys.ts';
import { AllowSheet } from './allow-sheet.tsx';
import { type Answered, CallAnswer } from './call-answer.tsx';
import { CallSheet } from './call-sheet.tsx';
import { type GatewayTarget, targetsQuery } from './queries.ts';
import { type Act, useKeysSearch } from './search.ts';
import { TargetSheet } from './target-sheet.tsx';
import { PermissionStatus, usePermission } from './use-permission.tsx';

const ALL = [
  { title: keysWords.title, to: '/keys' },
  { title: words.title, to: '/keys', search: { tab: 'gateway' } },
];

/** One gateway target under its address. */
export function TargetDetail({ id }: { readonly id: string }) {
  const targets = useQuery(targetsQuery);
  const target = targets.data?.targets.find(({ target_id }) => target_id === id);
  if (target !== undefined) return <TargetPage target={target} />;
  return (
    <Page title={words.columns.target} crumbs={ALL} place={id}>
      {targets.isPending && <p className="min-h-40 text-muted">{words.loading}</p>}
      {targets.error !== null && (
        <RequestError error={targets.error} what={words.what} onRetry={() => void targets.refetch()} />
      )}
      {targets.data !== undefined && (
        <EmptyState title={words.missing}>
          <p>{words.missingText}</p>
        </EmptyState>
      )}
    </Page>
  );
}

/** What a target is, a test call through it with the answer, and what may be changed of it. */
function TargetPage({ target }: { readonly target: GatewayTarget }) {
  const { search, setSearch, act, close } = useKeysSearch();
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [opened] = useState(Date.now);
  const copy = useCopy();
  const permission = usePermission(target);
  const { detail, isolation } = words;
  const sheet = (one: Act) => ({ isOpen: search.act === one, onClose: close });
  return (
    <Page
      title={target.target_id}
      place={target.target_id}
      crumbs={ALL}
      object="target"
      state={target.allow_private && <Badge tone="inconclusive">{words.isPrivate}</Badge>}
      facts={[
        { label: detail.address, value: <code className="text-13 break-all">{target.base_url}</code> },
        { label: detail.methods, value: target.allowed_methods.join(', ') },
        { label: detail.rate, value: detail.rateOf(target.rate_limit) },
        { label: detail.calls, value: formatCount(target.total_proxied) },
        {
          label: detail.configured,
          value: <AgoText value={target.created_at} now={Math.max(opened, Date.parse(target.created_at))} />,
        },
      ]}
      action={
        <Button variant="primary" icon={<Send aria-hidden size={15} />} onPress={() => act('call')}>
          {words.call.verb}
        </Button>
      }
      more={[
        {
          id: 'change',
          title: words.target.change,
          icon: <Pencil aria-hidden size={15} />,
          onAction: () => act('change'),
        },
        target.allow_private
          ? {
              id: 'refuse',
              title: isolation.refuse,
              icon: <ShieldCheck aria-hidden size={15} />,
              onAction: permission.refuse,
            }
          : {
              id: 'allow',
              title: isolation.allow,
              icon: <LockOpen aria-hidden size={15} />,
              onAction: () => act('allow'),
            },
        {
          id: 'copy',
          title: detail.copy,
          icon: <Copy aria-hidden size={15} />,
          onAction: () => void copy(target.target_id, detail.copyLabel),
        },
      ]}
    >
      <div className="space-y-8">
        <PermissionStatus permission={permission} />
        <Section title={detail.details}>
          <FactList>
            <Fact name={detail.carried}>
              <code className="text-13 break-all">
                {target.auth_header}: {target.auth_template}
              </code>
            </Fact>
            <Fact name={detail.paths}>
              <code className="text-13 break-all">{target.allowed_paths.join('  ')}</code>
            </Fact>
            <Fact name={detail.headers}>
              {target.allowed_headers.length === 0 ? (
                <span className="text-muted">{detail.none}</span>
              ) : (
                <code className="text-13">{target.allowed_headers.join(', ')}</code>
              )}
            </Fact>
          </FactList>
        </Section>
        {answered !== null && <CallAnswer answered={answered} />}
      </div>
      <CallSheet
        {...sheet('call')}
        target={target}
        onAnswered={(found) => {
          setAnswered(found);
          setSearch({ act: undefined });
        }}
      />
      <TargetSheet
        {...sheet('change')}
        before={target}
        isSample={false}
        onSaved={() => setSearch({ act: undefined })}
      />
      <AllowSheet {...sheet('allow')} target={target} />
    </Page>
  );
}
