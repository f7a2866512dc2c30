import { Download, FileUp } from 'lucide-react';
import { downloadText } from '../../../parts/download/download.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { inWorker } from './in-worker.ts';
import type { NotebookKey, Notebooks, PagePair } from './notebooks.ts';
import { useFheSearch } from './search.ts';

const { keys: texts } = words;

export interface HeldKeysProps {
  readonly notebookKey: NotebookKey;
  readonly notebooks: Notebooks;
}

/** Whether a notebook is not to be used before something is done about its keys. */
export function areKeysUrgent({ item, pair }: NotebookKey): boolean {
  if (item.scheme === 'CKKS') return false;
  return pair === null || (item.custody !== 'server' && !(pair.hasSecret && pair.isSaved));
}

/** Which keys of a pair are in this page, and the way from and to their file. */
export function HeldKeys({ notebookKey: { item, pair }, notebooks }: HeldKeysProps) {
  const { setSearch } = useFheSearch();
  const work = useWork(async (held: PagePair, signal) => {
    const text = await fileOf(held, signal);
    if (text === null) return notebooks.loseKeys('stopped');
    await downloadText(`${held.id}.fhe-keys.json`, text);
    notebooks.saved(held.id);
  });
  const isClients = item.custody !== 'server';
  const isMissing = pair === null || (isClients && !pair.hasSecret);
  return (
    <Section
      title={texts.title}
      aside={
        <>
          {isMissing && (
            <Button
              size="small"
              icon={<FileUp aria-hidden size={14} />}
              onPress={() => setSearch({ act: 'load-keys' }, 'push')}
            >
              {texts.load}
            </Button>
          )}
          {pair !== null && (!isClients || pair.hasSecret) && (
            <Button size="small" icon={<Download aria-hidden size={14} />} onPress={() => void work.start(pair)}>
              {texts.save}
            </Button>
          )}
        </>
      }
    >
      <div className="max-w-prose space-y-1">
        <KeyState isClients={isClients} pair={pair} />
        {isClients && pair?.hasSecret === true && <p className="text-13 text-muted">{texts.secretWarning}</p>}
      </div>
      {work.state.status === 'failed' && (
        <RequestError error={work.state.error} what={texts.title} onRetry={() => pair !== null && work.start(pair)} />
      )}
    </Section>
  );
}

function KeyState({ isClients, pair }: { readonly isClients: boolean; readonly pair: PagePair | null }) {
  if (pair === null) return <p>{isClients ? texts.noneClient : texts.none}</p>;
  if (isClients && !pair.hasSecret) {
    return (
      <>
        {!pair.isSaved && <StatusMark look="failed" size="small" label={texts.lostTitle} />}
        <p>{texts.gone[pair.gone ?? 'locked'](pair.isSaved)}</p>
      </>
    );
  }
  if (pair.isSaved) return <p className="text-muted">{isClients ? texts.savedSecret : texts.saved}</p>;
  return (
    <>
      <StatusMark look="pending" size="small" label={texts.unsavedTitle} />
      <p>{isClients ? texts.unsaved : texts.unsavedPublic}</p>
    </>
  );
}

/** With the secret key where the client keeps it, which the worker writes; null where that does not have it any more. */
async function fileOf({ id, custody, publicKey, relinKey }: PagePair, signal: AbortSignal): Promise<string | null> {
  if (custody === 'server') {
    return `${JSON.stringify({ key_id: id, public_key: publicKey, relin_key: relinKey }, null, 2)}\n`;
  }
  const answered = await inWorker({ kind: 'file', id }, signal);
  return answered.ok ? answered.value : null;
}
