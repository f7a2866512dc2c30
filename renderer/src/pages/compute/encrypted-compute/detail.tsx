import { useQuery } from '@tanstack/react-query';
import { Copy, FileUp, LockKeyhole, Printer, Trash2 } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { printPage } from '../../../parts/download/download.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { GroupedText } from '../../../ui/hash-text.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { ComputeSheet } from './compute-sheet.tsx';
import { DeleteSheet } from './delete-sheet.tsx';
import { EncryptSheet } from './encrypt-sheet.tsx';
import { areKeysUrgent, HeldKeys } from './held-keys.tsx';
import { type KeyItem, nameOf } from './key-items.ts';
import { StateBadge } from './list.tsx';
import { LoadSheet } from './load-sheet.tsx';
import { type NotebookKey, type Notebooks, pageItems, stepsOf } from './notebooks.ts';
import { mostDepth, parametersOf, rangeText } from './parameters.ts';
import { keysQuery } from './queries.ts';
import { Saw } from './saw.tsx';
import { isComputeAct, useFheSearch } from './search.ts';
import { Security } from './security.tsx';
import { StepTable } from './step-table.tsx';
import { useNotebooks } from './use-notebooks.ts';

const { detail: texts } = words;
const ALL_KEYS = [{ title: words.title, to: '/encrypted-compute' }];

export interface KeyDetailProps {
  readonly id: string;
  readonly notebooks: Notebooks;
}

/** The key of an address with its notebook. */
export function KeyDetail({ id, notebooks }: KeyDetailProps) {
  const { data, error, refetch } = useQuery(keysQuery);
  const { setSearch } = useFheSearch();
  const { pairs } = useNotebooks(notebooks);
  const listed = data?.items ?? [];
  const item = [...pageItems(pairs, listed), ...listed].find((one) => one.id === id);
  if (item !== undefined) return <Notebook notebookKey={{ item, pair: pairs.get(id) ?? null }} notebooks={notebooks} />;
  return (
    <Page title={id} crumbs={ALL_KEYS} place={id}>
      {error !== null ? (
        <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p className="min-h-40 text-muted">{texts.loading}</p>
      ) : (
        <EmptyState
          title={texts.missing}
          icon={<ObjectSign kind="fheKey" />}
          actions={<Button onPress={() => setSearch({ act: 'load-keys' }, 'push')}>{words.keys.load}</Button>}
        >
          {texts.missingText(<GroupedText value={id} />)}
        </EmptyState>
      )}
    </Page>
  );
}

interface NotebookProps {
  readonly notebookKey: NotebookKey;
  readonly notebooks: Notebooks;
}

function Notebook({ notebookKey, notebooks }: NotebookProps) {
  const { search, setSearch } = useFheSearch();
  const steps = stepsOf(useNotebooks(notebooks), notebookKey.item.id);
  const { item } = notebookKey;
  const { act } = search;
  const isUrgent = areKeysUrgent(notebookKey);
  const close = () => setSearch({ act: undefined, of: undefined });
  const sheet = { notebookKey, notebooks, onClose: close };
  return (
    <Page
      title={nameOf(item)}
      object="fheKey"
      crumbs={ALL_KEYS}
      place={item.id}
      state={<StateBadge {...item} />}
      facts={useFacts(item)}
      action={
        <Button
          variant="primary"
          icon={<LockKeyhole aria-hidden size={15} />}
          isDisabled={!item.isOpen}
          onPress={() => setSearch({ act: 'encrypt' }, 'push')}
        >
          {words.encrypt.verb}
        </Button>
      }
      more={useVerbs(item)}
    >
      <div className="space-y-8">
        {!item.isOpen && (
          <ErrorState kind="offline" title={texts.ended}>
            {texts.endedText}
          </ErrorState>
        )}
        {isUrgent && <HeldKeys {...{ notebookKey, notebooks }} />}
        <StepTable {...{ notebookKey, notebooks, steps }} />
        <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
          <div className="space-y-8">
            <Saw item={item} steps={steps} />
            {item.scheme === 'BFV' && !isUrgent && <HeldKeys {...{ notebookKey, notebooks }} />}
          </div>
          <Security item={item} />
        </div>
      </div>
      <EncryptSheet {...sheet} act={act === 'encrypt' || act === 'encrypt-sample' ? act : null} />
      <ComputeSheet {...sheet} act={isComputeAct(act) ? act : null} of={search.of} steps={steps} />
      <LoadSheet {...sheet} isOpen={act === 'load'} />
      <DeleteSheet
        {...sheet}
        isOpen={act === 'delete'}
        steps={steps.length}
        onDeleted={() => setSearch({ act: undefined, key: undefined, of: undefined })}
      />
    </Page>
  );
}

function useFacts(item: KeyItem): readonly FactItem[] {
  const now = useNow(15_000);
  const { facts } = texts;
  const { scheme, custody, madeAt, expiresAt, decrypts } = item;
  const most = formatCount(mostDepth);
  return [
    { label: facts.custody, value: words.custodies[custody] },
    { label: facts.range, value: texts.range(rangeText(parametersOf(item))) },
    { label: facts.depth, value: scheme === 'CKKS' ? texts.depthMore(most) : texts.depth(most) },
    ...(madeAt === null ? [] : [{ label: facts.created, value: <AgoText value={madeAt} now={now} /> }]),
    ...(expiresAt === null ? [] : [{ label: facts.expires, value: <AgoText value={expiresAt} now={now} /> }]),
    ...(decrypts === null ? [] : [{ label: facts.decrypts, value: texts.decryptsOf(decrypts) }]),
  ];
}

function useVerbs(item: KeyItem): readonly MenuAction[] {
  const { setSearch } = useFheSearch();
  const copy = useCopy();
  return [
    {
      id: 'load',
      title: words.load.verb,
      icon: <FileUp aria-hidden size={15} />,
      onAction: () => setSearch({ act: 'load' }, 'push'),
    },
    {
      id: 'copy',
      title: texts.copyId,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(item.id, texts.idLabel),
    },
    {
      id: 'print',
      title: texts.print,
      icon: <Printer aria-hidden size={15} />,
      // The menu leaves the page before it is printed.
      onAction: () => void setTimeout(() => void printPage('encrypted-compute.pdf'), 300),
    },
    {
      id: 'delete',
      title: item.scheme === 'CKKS' ? words.remove.verbSession : words.remove.verb,
      icon: <Trash2 aria-hidden size={15} />,
      isDanger: true,
      onAction: () => setSearch({ act: 'delete' }, 'push'),
    },
  ];
}
