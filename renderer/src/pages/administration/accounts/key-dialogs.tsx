import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { KeyChange } from './key-change.tsx';
import { isWorking } from './key-items.ts';
import { KeyNames, KeyRevoke } from './key-revoke.tsx';
import { KeyRotate } from './key-rotate.tsx';
import { KeyState } from './key-state.tsx';
import { endingWithQuery, type KeyItem, refreshAccounts } from './queries.ts';
import { scopesText } from './scope-words.ts';

type Act = 'change' | 'rotate' | 'revoke';

export interface KeyDialogsProps {
  readonly item: KeyItem;
  readonly onClose: () => void;
}

/** One API key, and one dialog at a time for what can be done with it. */
export function KeyDialogs({ item, onClose }: KeyDialogsProps) {
  const [act, setAct] = useState<Act | null>(null);
  const announce = useAnnounce();
  const below = useQuery(endingWithQuery(item.key_id));
  const revoke = useWork((keeps: boolean, signal) =>
    client.admin.keys.revoke(
      { params: { key_id: item.key_id }, query: keeps ? { descendants: 'false' } : {} },
      { signal },
    ),
  );
  const confirmRevoke = async (keeps: boolean) => {
    setAct(null);
    if ((await revoke.start(keeps)) === null) return;
    announce(`The key ${item.key_id} is revoked`, 'assertive');
    await refreshAccounts();
  };
  const back = () => setAct(null);
  if (act === 'change') return <KeyChange item={item} onClose={back} />;
  if (act === 'rotate') return <KeyRotate item={item} onClose={back} onDone={onClose} />;
  if (act === 'revoke') {
    return <KeyRevoke item={item} onClose={back} onConfirm={(keeps) => void confirmRevoke(keeps)} />;
  }
  return (
    <Dialog
      title="API key"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          {isWorking(item) && (
            <Button variant="danger" onPress={() => setAct('revoke')}>
              Revoke
            </Button>
          )}
          {item.status === 'active' && <Button onPress={() => setAct('rotate')}>Rotate</Button>}
          {item.status !== 'revoked' && <Button onPress={() => setAct('change')}>Change scopes and label</Button>}
        </>
      }
    >
      <FactList>
        <Fact name="State">
          <KeyState status={item.status} />
        </Fact>
        <Fact name="Label">
          {item.label === '' ? <span className="text-muted">none</span> : <FileText text={item.label} />}
        </Fact>
        <Fact name="Key id">
          <code>{item.key_id}</code> <CopyText value={item.key_id} label="key id" />
        </Fact>
        <Fact name="Project">
          <code>{item.project_id}</code>
        </Fact>
        <Fact name="Made by">
          {item.created_by === null ? (
            <span className="text-muted">no key: the console, the administrator or the owner of the address</span>
          ) : (
            <>
              <code>{item.created_by}</code> <CopyText value={item.created_by} label="id of its maker" />
            </>
          )}
        </Fact>
        <Fact name="Keys below it">
          {below.data === undefined ? (
            <span className="text-muted">{below.error === null ? 'Loading' : 'The keys could not be read.'}</span>
          ) : below.data.items.some(isWorking) ? (
            <>
              <KeyNames items={below.data.items.filter(isWorking)} />
              {!below.data.isWhole && <p className="text-muted">There are more, which are not listed.</p>}
            </>
          ) : (
            <span className="text-muted">
              {below.data.isWhole ? 'none that works' : 'none that works among those that were looked through'}
            </span>
          )}
        </Fact>
        <Fact name="Scopes">{scopesText(item.scopes)}</Fact>
        <Fact name="Created">
          <TimeText value={item.created_at} />
        </Fact>
        <Fact name="Ends">{item.expires_at === null ? 'never' : <TimeText value={item.expires_at} />}</Fact>
        {item.revoked_at !== null && (
          <Fact name="Revoked">
            <TimeText value={item.revoked_at} />
          </Fact>
        )}
        {item.rotated_to !== null && (
          <Fact name="Replaced by">
            <code>{item.rotated_to}</code>
          </Fact>
        )}
      </FactList>
      {item.status === 'rotated' && (
        <p className="text-muted">
          It still works until it ends, so that programs can move to the new key without downtime. If it may have become
          known, revoke it now.
        </p>
      )}
      <WorkStatus
        state={revoke.state}
        busyLabel="Revoking"
        failedTitle="The key was not revoked"
        onCancel={revoke.cancel}
        units={0}
      />
    </Dialog>
  );
}
