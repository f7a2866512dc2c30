import { useQuery } from '@tanstack/react-query';
import { Copy, Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/administration/devices.ts';
import { DeviceTrouble, troubleHere } from './device-trouble.tsx';
import { EnrolledPasskey, type Enrolment, EnrolSheet } from './enrol-sheet.tsx';
import { useDevicesSearch } from './search.ts';
import { VerifyPasskey } from './verify-passkey.tsx';

const ALL = [{ title: words.title, to: '/devices' }];

/** A user of the platform API: how many passkeys there are, enrolling one, verifying one. */
export function UserDetail({ id }: { readonly id: string }) {
  const { search, setSearch } = useDevicesSearch();
  const [enrolled, setEnrolled] = useState<Enrolment | null>(null);
  const copy = useCopy();
  const { user, enrol } = words;
  const isPossible = troubleHere() === null;
  const known = useQuery({
    queryKey: ['devices', 'passkeys', id, enrolled?.credentialId ?? null],
    queryFn: ({ signal }) => client.platform.auth.challenge({ query: { userId: id } }, { signal }),
    placeholderData: (before) => before,
  });
  const count = known.data?.publicKey.allowCredentials?.length;
  const former = known.data?.enrolAgain?.length ?? 0;
  return (
    <Page
      title={id}
      place={id}
      crumbs={ALL}
      object="device"
      facts={[
        { label: user.passkeys, value: count === undefined ? user.unknown : formatCount(count) },
        { label: user.former, value: known.data === undefined ? user.unknown : formatCount(former) },
        { label: user.here, value: isPossible ? user.possible : user.impossible },
      ]}
      action={
        <Button
          variant="primary"
          icon={<Fingerprint aria-hidden size={16} />}
          isDisabled={!isPossible}
          onPress={() => setSearch({ act: 'enrol' }, 'push')}
        >
          {enrol.verb}
        </Button>
      }
      more={[
        {
          id: 'copy',
          title: user.copy,
          icon: <Copy aria-hidden size={15} />,
          onAction: () => void copy(id, user.copyLabel),
        },
      ]}
    >
      <div className="space-y-8">
        <DeviceTrouble />
        {known.error !== null && (
          <RequestError error={known.error} what={user.what} onRetry={() => void known.refetch()} />
        )}
        {former > 0 && (
          <p className="text-muted" data-testid="passkeys-former">
            {user.formerText(former)}
          </p>
        )}
        {enrolled !== null && <EnrolledPasskey enrolment={enrolled} />}
        <VerifyPasskey user={id} isPossible={isPossible} count={count} />
      </div>
      <EnrolSheet
        user={id}
        isOpen={search.act === 'enrol' && isPossible}
        onClose={() => setSearch({ act: undefined })}
        onEnrolled={(enrolment) => {
          setEnrolled(enrolment);
          setSearch({ act: undefined });
        }}
      />
    </Page>
  );
}
