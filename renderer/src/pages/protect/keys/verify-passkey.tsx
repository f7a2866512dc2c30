import { useQuery } from '@tanstack/react-query';
import { ScanFace } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { type Assertion, assertionOf, deviceRefusal, requestOptions } from './passkey.ts';

export interface VerifyPasskeyProps {
  readonly user: string;
  readonly isPossible: boolean;
  /** How many were enrolled since the page was opened; a change asks the server again. */
  readonly enrolled: number;
}

type Verified =
  | { readonly kind: 'judged'; readonly isVerified: boolean }
  | { readonly kind: 'refused'; readonly message: string };

/** Lets a device answer a fresh challenge and the server judge the answer. */
export function VerifyPasskey({ user, isPossible, enrolled }: VerifyPasskeyProps) {
  const announce = useAnnounce();
  const known = useQuery({
    queryKey: ['keys', 'passkeys', user, enrolled],
    queryFn: ({ signal }) => client.platform.auth.challenge({ query: { userId: user } }, { signal }),
  });
  const work = useWork(async (userId: string, signal): Promise<Verified> => {
    const challenge = await client.platform.auth.challenge({ query: { userId } }, { signal });
    const answer = await answered(requestOptions(challenge), signal);
    if (typeof answer === 'string') return { kind: 'refused', message: answer };
    const body = { challenge: challenge.challenge, credential: answer };
    const { verified, userId: of } = await client.platform.biometric.verify({ body }, { signal });
    return { kind: 'judged', isVerified: verified && of === userId };
  });
  const verify = async () => {
    const result = await work.start(user);
    if (result === null) return;
    announce(result.kind === 'judged' && result.isVerified ? 'Verified' : 'Not verified', 'assertive');
  };
  const count = known.data?.publicKey.allowCredentials?.length;
  const former = known.data?.enrolAgain?.length ?? 0;
  const result = work.state.status === 'done' ? work.result : null;
  return (
    <Panel title="Verify" lead="The server makes a challenge that holds for one attempt; the device signs it.">
      {count !== undefined && (
        <p className="text-muted" data-testid="passkey-count">
          {count === 0
            ? 'This user has no device credential yet.'
            : `This user has ${count} device ${count === 1 ? 'credential' : 'credentials'}.`}
        </p>
      )}
      {former > 0 && (
        <p className="text-muted" data-testid="passkeys-former">
          {former === 1 ? 'One more passkey belongs' : `${former} more passkeys belong`} to a former address of this
          console. Browsers do not offer {former === 1 ? 'it' : 'them'} here: enrol again.
        </p>
      )}
      <Button
        icon={<ScanFace aria-hidden size={16} />}
        isDisabled={!isPossible || count === 0}
        aria-disabled={work.state.status === 'busy'}
        onPress={() => void verify()}
      >
        Verify with the device
      </Button>
      <WorkStatus
        state={work.state}
        busyLabel="Waiting for the device"
        failedTitle="The device was not verified"
        onCancel={work.cancel}
        units={0}
      />
      {result?.kind === 'refused' && (
        <div role="alert">
          <StatusMark look="inconclusive" label="The device gave no answer" />
          <p>{result.message}</p>
        </div>
      )}
      {result?.kind === 'judged' && (
        <div data-verdict={result.isVerified ? 'valid' : 'invalid'}>
          <StatusMark
            look={result.isVerified ? 'verified' : 'failed'}
            label={result.isVerified ? 'Verified' : 'Not verified'}
          />
          <p className="text-muted">
            {result.isVerified
              ? 'An enrolled key of this user signed the challenge, after the device had verified its user.'
              : 'The answer does not hold: another key, another user, a used challenge, or a counter that went back. A changed counter can mean that the key was copied.'}
          </p>
        </div>
      )}
    </Panel>
  );
}

/** The device's answer, or why there is none. */
async function answered(
  publicKey: PublicKeyCredentialRequestOptions,
  signal: AbortSignal,
): Promise<Assertion | string> {
  try {
    const credential = await navigator.credentials.get({ publicKey, signal });
    if (!(credential instanceof PublicKeyCredential)) return 'The browser gave no answer.';
    const { response, rawId } = credential;
    if (!(response instanceof AuthenticatorAssertionResponse)) return 'The browser gave no answer.';
    const { signature, clientDataJSON, authenticatorData } = response;
    return assertionOf({ rawId, signature, clientDataJSON, authenticatorData });
  } catch (error) {
    const message = deviceRefusal(error);
    if (message === null) throw error;
    return message;
  }
}
