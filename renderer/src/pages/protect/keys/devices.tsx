import { useState } from 'react';
import { ErrorState } from '../../../ui/error-state.tsx';
import { EnrollPasskey } from './enroll-passkey.tsx';
import { passkeyTrouble } from './passkey.ts';
import { PlatformUser } from './platform-user.tsx';
import { useKeysSearch } from './search.ts';
import { VerifyPasskey } from './verify-passkey.tsx';

/** Device credentials of platform users: a passkey is enrolled and verified against the platform API. */
export function Devices() {
  const { search, setSearch } = useKeysSearch();
  const [enrolled, setEnrolled] = useState(0);
  const trouble = passkeyTrouble(location.hostname, typeof PublicKeyCredential === 'function');
  const user = search.user ?? null;
  return (
    <div className="space-y-(--gap)">
      <p className="max-w-prose text-muted">
        A user of the platform API signs in with a key in a device, such as a passkey. The server stores the public key
        alone; no face, finger or template reaches it. What is proven is possession of the key: that a person was
        recognised is the word of the device.
      </p>
      {trouble !== null && <Trouble trouble={trouble} />}
      <PlatformUser user={user} onUser={(id) => setSearch({ user: id ?? undefined })} />
      {user !== null && (
        <div key={user} className="grid items-start gap-(--gap) min-[1100px]:grid-cols-2">
          <EnrollPasskey user={user} isPossible={trouble === null} onEnrolled={() => setEnrolled(enrolled + 1)} />
          <VerifyPasskey user={user} isPossible={trouble === null} enrolled={enrolled} />
        </div>
      )}
    </div>
  );
}

function Trouble({ trouble }: { readonly trouble: 'host' | 'browser' }) {
  if (trouble === 'browser') {
    return (
      <ErrorState title="This browser has no passkeys" kind="offline">
        It does not offer WebAuthn. Use another browser at the same address; everything else on this page works here.
      </ErrorState>
    );
  }
  return (
    <ErrorState title="Passkeys work in a browser only" kind="offline">
      <p>
        A passkey belongs to the host name of the console. This window is at <code>{location.hostname}</code>, which is
        none, so passkeys would be refused.
      </p>
      <p>Let the server listen on this machine and open the console in a browser, with touchstone serve --open.</p>
    </ErrorState>
  );
}
