import { UserPlus } from 'lucide-react';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../../../words/administration/devices.ts';
import { DeviceTrouble } from './device-trouble.tsx';
import { OpenSheet } from './open-sheet.tsx';
import { RegisterSheet } from './register-sheet.tsx';
import { useDevicesSearch } from './search.ts';
import { UserDetail } from './user-detail.tsx';

/** Devices: the passkeys of users of the platform API. */
export function DevicesPage() {
  const { search } = useDevicesSearch();
  const project = useProjectId();
  return search.user === undefined ? (
    <ChooseUser key={project} />
  ) : (
    <UserDetail key={`${project} ${search.user}`} id={search.user} />
  );
}

/** The server lists no users: one is registered, or opened by the id. */
function ChooseUser() {
  const { search, setSearch } = useDevicesSearch();
  const act = (id: typeof search.act) => () => setSearch({ act: id }, 'push');
  const close = () => setSearch({ act: undefined });
  const open = (user: string) => setSearch({ act: undefined, user }, 'push');
  return (
    <Page
      title={words.title}
      lead={words.lead}
      action={
        <Button variant="primary" icon={<UserPlus aria-hidden size={16} />} onPress={act('register')}>
          {words.register.verb}
        </Button>
      }
    >
      <DeviceTrouble />
      <EmptyState
        title={words.empty.title}
        icon={<ObjectSign kind="device" />}
        onSample={act('sample')}
        actions={<Button onPress={act('open')}>{words.open.verb}</Button>}
      >
        <p>{words.empty.text}</p>
        <p>{words.proof}</p>
      </EmptyState>
      <RegisterSheet
        isOpen={search.act === 'register' || search.act === 'sample'}
        isSample={search.act === 'sample'}
        onClose={close}
        onUser={open}
      />
      <OpenSheet isOpen={search.act === 'open'} onClose={close} onUser={open} />
    </Page>
  );
}
