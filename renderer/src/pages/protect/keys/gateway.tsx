import { useQuery } from '@tanstack/react-query';
import { Network, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { AllowPrivate } from './allow-private.tsx';
import { type GatewayTarget, targetsQuery } from './queries.ts';
import { useKeysSearch } from './search.ts';
import { TargetDialog } from './target-dialog.tsx';
import { TestCall } from './test-call.tsx';

/** The gateway: targets, and a test call through the proxy. */
export function Gateway() {
  const targets = useQuery(targetsQuery);
  const [edited, setEdited] = useState<GatewayTarget | 'new' | null>(null);
  const { search, setSearch } = useKeysSearch();
  const listed = targets.data?.targets ?? [];
  return (
    <div className="space-y-(--gap)">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-muted">
          The gateway calls another service with a managed key that the caller never sees. A target says which service,
          how the key is carried, and which paths and methods are allowed. What protects the key is narrow paths.
        </p>
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => setEdited('new')}>
          Configure a target
        </Button>
      </div>
      {targets.isPending && <p className="min-h-40 text-muted">Loading the targets</p>}
      {targets.error !== null && (
        <RequestError error={targets.error} what="The targets" onRetry={() => void targets.refetch()} />
      )}
      {targets.data !== undefined && listed.length === 0 && (
        <EmptyState title="This project has no gateway target" icon={<Network aria-hidden size={18} />}>
          Configure one to carry a managed key to a service.
        </EmptyState>
      )}
      {listed.length > 0 && (
        <ul className="space-y-3" aria-label="Gateway targets">
          {listed.map((target) => (
            <li key={target.target_id}>
              <TargetCard
                target={target}
                onEdit={() => setEdited(target)}
                onCall={() => setSearch({ target: target.target_id })}
              />
            </li>
          ))}
        </ul>
      )}
      {listed.length > 0 && (
        <TestCall
          targets={listed}
          chosen={listed.find(({ target_id }) => target_id === search.target) ?? listed[0] ?? null}
          onChoose={(target) => setSearch({ target })}
        />
      )}
      {edited !== null && <TargetDialog before={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

interface TargetCardProps {
  readonly target: GatewayTarget;
  readonly onEdit: () => void;
  readonly onCall: () => void;
}

function TargetCard({ target, onEdit, onCall }: TargetCardProps) {
  return (
    <article
      aria-label={`Target ${target.target_id}`}
      className="space-y-2 rounded border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 text-16">
          <code>{target.target_id}</code>
        </h2>
        {target.allow_private && <Badge tone="inconclusive">private addresses allowed</Badge>}
        <span className="grow" />
        <Button size="small" onPress={onCall}>
          Use it in the test call
        </Button>
        <Button size="small" onPress={onEdit}>
          Change
        </Button>
        <AllowPrivate target={target} />
      </div>
      <FactList>
        <Fact name="Address">
          <code className="text-13">{target.base_url}</code>
        </Fact>
        <Fact name="Key is carried as">
          <code className="text-13">
            {target.auth_header}: {target.auth_template}
          </code>
        </Fact>
        <Fact name="Allowed paths">
          <code className="text-13">{target.allowed_paths.join('  ')}</code>
        </Fact>
        <Fact name="Allowed methods">{target.allowed_methods.join(', ')}</Fact>
        {target.allowed_headers.length > 0 && (
          <Fact name="More headers">
            <code className="text-13">{target.allowed_headers.join(', ')}</code>
          </Fact>
        )}
        <Fact name="Rate">{formatCount(target.rate_limit)} calls per minute</Fact>
        <Fact name="Calls answered">{formatCount(target.total_proxied)}</Fact>
        <Fact name="Configured">
          <TimeText value={target.created_at} />
        </Fact>
      </FactList>
    </article>
  );
}
