import { useQuery } from '@tanstack/react-query';
import { Copy, History, RotateCcw, RotateCw, ScanSearch, ShieldX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Page } from '../../../parts/page/page.tsx';
import { dueOf, type SecretItem } from '../../../parts/secret/rotation.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/protect/secrets.ts';
import { DueMark, StateBadge } from './columns.tsx';
import { EndSheet } from './end-sheet.tsx';
import { versionsQuery } from './queries.ts';
import { RecentAccess } from './recent-access.tsx';
import { RestoreStatus, useRestore } from './restore.tsx';
import { RotateSheet } from './rotate-sheet.tsx';
import { useSecretsSearch } from './search.ts';
import { policyWords } from './secret-items.ts';
import { ValueSection } from './value-section.tsx';
import { VerifySheet } from './verify-sheet.tsx';
import { VersionTable } from './version-table.tsx';

const ALL = [{ title: words.title, to: '/secrets' }];

/** One version of a secret under its address, with all that can be done with it and the versions beside it. */
export function SecretDetail({ id }: { readonly id: string }) {
  const versions = useQuery(versionsQuery(id));
  const { data } = versions;
  const shown = data?.items.find((item) => item.id === id);
  if (data !== undefined && shown !== undefined) {
    // Another secret is another page; another version of the same one is not.
    return <Secret key={data.items.at(-1)?.id} item={shown} versions={data.items} isWhole={data.isWhole} />;
  }
  return (
    <Page title={words.one} crumbs={ALL} place={id}>
      {versions.error === null ? (
        <p className="min-h-40 text-muted">{words.detail.loading}</p>
      ) : (
        <RequestError error={versions.error} what={words.detail.what} onRetry={() => void versions.refetch()} />
      )}
    </Page>
  );
}

interface SecretProps {
  readonly item: SecretItem;
  /** The newest first. */
  readonly versions: readonly SecretItem[];
  readonly isWhole: boolean;
}

function Secret({ item, versions, isWhole }: SecretProps) {
  const { search, setSearch } = useSecretsSearch();
  const [now] = useState(Date.now);
  const restore = useRestore(item);
  const newest = versions[0] ?? item;
  const isNewest = item.id === newest.id;
  const open = (id: string) => setSearch({ secret: id, act: undefined }, 'push');
  const sheet = (act: typeof search.act) => ({
    isOpen: search.act === act,
    onClose: () => setSearch({ act: undefined }),
  });
  const { detail } = words;
  return (
    <Page
      title={item.name}
      place={item.id}
      crumbs={ALL}
      object="secret"
      state={<StateBadge state={item.status} />}
      lead={item.status === 'active' ? undefined : words.meanings[item.status]}
      facts={[
        { label: detail.vault, value: <FileText text={item.vault} limit={100} /> },
        { label: detail.environment, value: <FileText text={item.environment} limit={100} /> },
        { label: detail.provider, value: <FileText text={item.provider} limit={100} /> },
        { label: detail.rotation, value: <DueMark due={dueOf(item, now)} /> },
        { label: detail.version, value: detail.versionOf(item.version, newest.version) },
      ]}
      action={<PrimaryAction item={item} newest={newest} onOpen={open} onRestore={restore.start} />}
      more={useVerbs(item)}
    >
      <div className="space-y-8">
        <RestoreStatus restore={restore} />
        <ValueSection key={`${item.id} ${item.status}`} item={item} />
        <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
          <Details item={item} previous={versions.find(({ version }) => version === item.version - 1)} />
          <RecentAccess secretId={item.id} />
        </div>
        <VersionTable versions={versions} isWhole={isWhole} openId={item.id} onOpen={open} />
      </div>
      <RotateSheet {...sheet('rotate')} item={item} onRotated={(id) => setSearch({ secret: id, act: undefined })} />
      <VerifySheet key={`verify ${item.id}`} {...sheet('verify')} item={item} />
      <EndSheet
        key={`delete ${item.id}`}
        {...sheet('delete')}
        act="delete"
        item={item}
        versions={versions.length}
        isNewest={isNewest}
      />
      <EndSheet
        key={`destroy ${item.id}`}
        {...sheet('destroy')}
        act="destroy"
        item={item}
        versions={versions.length}
        isNewest={isNewest}
      />
    </Page>
  );
}

interface PrimaryActionProps {
  readonly item: SecretItem;
  readonly newest: SecretItem;
  readonly onOpen: (id: string) => void;
  readonly onRestore: () => void;
}

/** What a person most likely wants in the state that the version is in. */
function PrimaryAction({ item, newest, onOpen, onRestore }: PrimaryActionProps) {
  const { setSearch } = useSecretsSearch();
  if (item.id !== newest.id) {
    return <Button onPress={() => onOpen(newest.id)}>{words.detail.newest}</Button>;
  }
  if (item.status === 'active') {
    return (
      <Button
        variant="primary"
        icon={<RotateCw aria-hidden size={15} />}
        onPress={() => setSearch({ act: 'rotate' }, 'push')}
      >
        {words.rotate.verb}
      </Button>
    );
  }
  if (item.status !== 'deleted') return null;
  return (
    <Button variant="primary" icon={<RotateCcw aria-hidden size={15} />} onPress={onRestore}>
      {words.end.restore}
    </Button>
  );
}

/** The verbs of a version, as far as its state allows them. */
function useVerbs(item: SecretItem): readonly MenuAction[] {
  const { setSearch } = useSecretsSearch();
  const copy = useCopy();
  const isReadable = item.status === 'active' || item.status === 'superseded';
  const act = (id: 'verify' | 'delete' | 'destroy') => () => setSearch({ act: id }, 'push');
  const verify = { id: 'verify', title: words.verify.verb, icon: <ScanSearch size={15} />, onAction: act('verify') };
  const end = { title: words.end.delete, icon: <Trash2 size={15} />, isDanger: true };
  return [
    ...(isReadable ? [verify] : []),
    {
      id: 'audit',
      title: words.access.all,
      icon: <History aria-hidden size={15} />,
      onAction: () => setSearch({ secret: undefined, view: 'audit', of: item.id }, 'push'),
    },
    {
      id: 'copy',
      title: words.detail.copyId,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(item.id, words.detail.idLabel),
    },
    ...(item.status === 'deleted' || item.status === 'destroyed'
      ? []
      : [{ ...end, id: 'delete', onAction: act('delete') }]),
    ...(item.status === 'destroyed'
      ? []
      : [
          {
            id: 'destroy',
            title: words.end.destroy,
            icon: <ShieldX aria-hidden size={15} />,
            isDanger: true,
            onAction: act('destroy'),
          },
        ]),
  ];
}

interface DetailsProps {
  readonly item: SecretItem;
  readonly previous: SecretItem | undefined;
}

function Details({ item, previous }: DetailsProps) {
  const { detail } = words;
  return (
    <Section title={detail.details}>
      <FactList>
        <Fact name={detail.tags}>
          {item.tags.length === 0 ? (
            <span className="text-muted">{detail.none}</span>
          ) : (
            <FileText text={item.tags.join(', ')} />
          )}
        </Fact>
        <Fact name={detail.rotationPolicy}>{policyWords(item.rotation_policy)}</Fact>
        {item.rotation_due_at !== null && (
          <Fact name={detail.due}>
            <TimeText value={item.rotation_due_at} />
          </Fact>
        )}
        <Fact name={detail.stored}>
          <TimeText value={item.created_at} />
        </Fact>
        <Fact name={detail.id}>
          <code className="text-13 break-all">{item.id}</code> <CopyText value={item.id} label={detail.idLabel} />
        </Fact>
        <Fact name={detail.previous}>
          {previous === undefined ? (
            <span className="text-muted">{item.version === 1 ? detail.first : detail.notListed}</span>
          ) : (
            <>
              <code className="text-13 break-all">{previous.id}</code>{' '}
              <CopyText value={previous.id} label={detail.previousLabel} />
            </>
          )}
        </Fact>
      </FactList>
    </Section>
  );
}
