import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import type { auth } from '@touchstone/core/api/platform/auth.ts';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';

export interface PlatformUserProps {
  /** The id; null where none is chosen. */
  readonly user: string | null;
  readonly onUser: (id: string | null) => void;
}

type Body = InputOf<typeof auth.register>['body'];

const EMPTY = { email: '', displayName: '' } satisfies DraftOf<typeof auth.register>;

/** Whose passkeys are meant: a user who is registered here, or the id of one. */
export function PlatformUser({ user, onUser }: PlatformUserProps) {
  if (user !== null) {
    return (
      <Panel title="User">
        <div className="flex flex-wrap items-center gap-2">
          <p className="min-w-0">
            <code>{user}</code> <CopyText value={user} label="user id" />
          </p>
          <Button size="small" onPress={() => onUser(null)}>
            Another user
          </Button>
        </div>
      </Panel>
    );
  }
  return (
    <div className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
      <Register onUser={onUser} />
      <Known onUser={onUser} />
    </div>
  );
}

function Register({ onUser }: { readonly onUser: (id: string) => void }) {
  const announce = useAnnounce();
  // The session that comes with it is not kept: the console acts by its own.
  const work = useWork(async (body: Body, signal) => {
    const { user } = await client.platform.auth.register({ body }, { signal });
    return user.id;
  });
  const draft = useDraft(useState(EMPTY), work.state);
  const register = async () => {
    const [email, displayName] = [draft.values.email.trim(), draft.values.displayName.trim()];
    const found = {
      email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? '' : 'Write an e-mail address.',
      displayName: displayName === '' ? 'Enter the name that people see.' : '',
    };
    if (!draft.check(found)) return;
    const id = await work.start({ email, displayName });
    if (id === null) return;
    announce(`The user ${id} is registered`);
    onUser(id);
  };
  return (
    <Panel title="Register a user" lead="Nothing is sent to the address, and nobody checks that it is theirs.">
      <form onSubmit={draft.submit(register)} noValidate className="space-y-3">
        <TextField label="E-mail" type="email" {...draft.field('email')} />
        <TextField label="Display name" {...draft.field('displayName')} />
        <Button
          type="submit"
          variant="primary"
          icon={<UserPlus aria-hidden size={16} />}
          aria-disabled={work.state.status === 'busy'}
        >
          Register
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Registering"
        failedTitle="The user was not registered"
        onCancel={work.cancel}
        units={0}
      />
    </Panel>
  );
}

function Known({ onUser }: { readonly onUser: (id: string) => void }) {
  // The server knows whether there is such a user.
  const work = useWork(async (userId: string, signal) => {
    await client.platform.auth.challenge({ query: { userId } }, { signal });
    return userId;
  });
  const draft = useDraft(useState({ userId: '' }), work.state, { naming: 'userId' });
  const choose = async () => {
    const wanted = draft.values.userId.trim();
    if (!draft.check({ userId: /^usr_[A-Za-z0-9]{1,64}$/.test(wanted) ? '' : 'A user id begins with usr_.' })) return;
    const found = await work.start(wanted);
    if (found !== null) onUser(found);
  };
  return (
    <Panel title="Or name a user" lead="One who was registered before, here or by a program.">
      <form onSubmit={draft.submit(choose)} noValidate className="space-y-3">
        <TextField label="User id" {...draft.field('userId')} isMono />
        <Button type="submit" aria-disabled={work.state.status === 'busy'}>
          Choose
        </Button>
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Looking for the user"
        failedTitle="There is no such user"
        onCancel={work.cancel}
        units={0}
      />
    </Panel>
  );
}
