import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { actorWords } from './audit-words.ts';
import { useSecretsSearch } from './search.ts';

const SHOWN = 5;

/** Who did what with a version last. */
export function RecentAccess({ secretId }: { readonly secretId: string }) {
  const { setSearch } = useSecretsSearch();
  const [now] = useState(Date.now);
  const audit = useQuery({
    queryKey: ['secrets', 'audit', 'newest', secretId],
    queryFn: ({ signal }) =>
      client.crypto.shield.audit({ query: { secret_id: secretId, limit: SHOWN, offset: 0 } }, { signal }),
  });
  const { access } = words;
  const entries = audit.data?.entries ?? [];
  return (
    <Section
      title={access.title}
      aside={
        <Button
          variant="quiet"
          size="small"
          onPress={() => setSearch({ secret: undefined, view: 'audit', of: secretId }, 'push')}
        >
          {access.all}
        </Button>
      }
    >
      {audit.error !== null && (
        <RequestError error={audit.error} what={access.what} onRetry={() => void audit.refetch()} />
      )}
      {audit.isSuccess && entries.length === 0 && <p className="text-muted">{access.none}</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {entries.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 py-2 text-13">
            <span className="font-medium">{words.audit.actions[entry.action]}</span>
            {entry.result === 'failure' && <span className="text-failed">{access.failed}</span>}
            <span className="min-w-0 flex-1 text-muted">{actorWords(entry)}</span>
            <span className="text-muted">
              <AgoText value={entry.created_at} now={Math.max(now, Date.now())} />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
