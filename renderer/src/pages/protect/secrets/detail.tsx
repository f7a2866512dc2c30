import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { dueOf, type SecretItem } from '../../../parts/secret/rotation.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { DueMark, StateBadge } from './columns.tsx';
import { EndPanel } from './end-panel.tsx';
import { ProveForm } from './prove-form.tsx';
import { versionsQuery } from './queries.ts';
import { RotateForm } from './rotate-form.tsx';
import { useSecretsSearch } from './search.ts';
import { policyWords, STATE_MEANINGS } from './secret-items.ts';
import { ValuePanel } from './value-panel.tsx';
import { VersionTable } from './version-table.tsx';

/** One version of a secret under its address, with all that can be done with it and the versions beside it. */
export function SecretDetail({ id }: { readonly id: string }) {
  const versions = useQuery(versionsQuery(id));
  const data = versions.data;
  const shown = data?.items.find((item) => item.id === id);
  if (versions.isPending) return <p className="min-h-40 text-muted">Loading the secret</p>;
  return (
    <div className="space-y-(--gap)">
      {versions.error !== null && (
        <RequestError error={versions.error} what="The secret's versions" onRetry={() => void versions.refetch()} />
      )}
      {data !== undefined && shown !== undefined && (
        // Another secret is another page; another version of the same one is not.
        <Secret key={data.items.at(-1)?.id} item={shown} versions={data.items} isWhole={data.isWhole} />
      )}
    </div>
  );
}

interface SecretProps {
  readonly item: SecretItem;
  /** The newest first. */
  readonly versions: readonly SecretItem[];
  readonly isWhole: boolean;
}

function Secret({ item, versions, isWhole }: SecretProps) {
  const { setSearch } = useSecretsSearch();
  const heading = useRef<HTMLHeadingElement>(null);
  const [now] = useState(Date.now);
  useEffect(() => {
    // The row that had the focus is gone. Where the page itself was just opened, the frame has moved it already.
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  const isNewest = item.id === versions[0]?.id;
  const previous = versions.find(({ version }) => version === item.version - 1);
  const open = (id: string) => setSearch({ secret: id }, 'push');
  return (
    <section aria-labelledby="secret-heading" className="space-y-(--gap)">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="secret-heading" ref={heading} tabIndex={-1} className="min-w-0 text-16 break-words outline-none">
          <FileText text={item.name} />
        </h2>
        <StateBadge state={item.status} />
        <Badge>version {item.version}</Badge>
        {!isNewest && (
          <Button size="small" onPress={() => open(versions[0]?.id ?? item.id)}>
            Open the newest version
          </Button>
        )}
      </div>
      <p className="max-w-prose text-muted">{STATE_MEANINGS[item.status]}</p>
      <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
        <div className="min-w-0 space-y-(--gap)">
          <ValuePanel key={`${item.id} ${item.status}`} item={item} />
          <Panel title="Details">
            <FactList>
              <Fact name="Vault">
                <FileText text={item.vault} />
              </Fact>
              <Fact name="Environment">
                <FileText text={item.environment} />
              </Fact>
              <Fact name="Provider">
                <FileText text={item.provider} />
              </Fact>
              <Fact name="Tags">
                {item.tags.length === 0 ? (
                  <span className="text-muted">none</span>
                ) : (
                  <FileText text={item.tags.join(', ')} />
                )}
              </Fact>
              <Fact name="Rotation">{policyWords(item.rotation_policy)}</Fact>
              <Fact name="Next rotation">
                <DueMark due={dueOf(item, now)} />
                {item.rotation_due_at !== null && (
                  <span className="block">
                    <TimeText value={item.rotation_due_at} />
                  </span>
                )}
              </Fact>
              <Fact name="Stored">
                <TimeText value={item.created_at} />
              </Fact>
              <Fact name="Id">
                <code className="text-13 break-all">{item.id}</code> <CopyText value={item.id} label="secret id" />
              </Fact>
              <Fact name="previous_version_id">
                {previous === undefined ? (
                  <span className="text-muted">
                    {item.version === 1 ? 'none: this is the first version' : 'not listed'}
                  </span>
                ) : (
                  <>
                    <code className="text-13 break-all">{previous.id}</code>{' '}
                    <CopyText value={previous.id} label="id of the version before" />
                  </>
                )}
              </Fact>
            </FactList>
            <Button onPress={() => setSearch({ secret: undefined, view: 'audit', of: item.id }, 'push')}>
              Audit of this version
            </Button>
          </Panel>
          <EndPanel key={`end ${item.id}`} item={item} versions={versions.length} isNewest={isNewest} />
        </div>
        <div className="min-w-0 space-y-(--gap)">
          <RotateForm item={item} onRotated={(id) => setSearch({ secret: id })} />
          <ProveForm key={item.id} item={item} />
        </div>
      </div>
      <VersionTable versions={versions} isWhole={isWhole} openId={item.id} onOpen={open} />
    </section>
  );
}
