import { ScanFace } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/administration/devices.ts';
import { type Assertion, assertionOf, deviceRefusal, requestOptions } from './passkey.ts';

export interface VerifyPasskeyProps {
  readonly user: string;
  readonly isPossible: boolean;
  /** How many passkeys the user has; undefined while that is not known. */
  readonly count: number | undefined;
}

type Verified =
  | { readonly kind: 'judged'; readonly isVerified: boolean }
  | { readonly kind: 'refused'; readonly message: string };

/** Lets a device answer a fresh challenge and the server judge the answer. */
export function VerifyPasskey({ user, isPossible, count }: VerifyPasskeyProps) {
  const announce = useAnnounce();
  const work = useWork(async (userId: string, signal): Promise<Verified> => {
    const challenge = await client.platform.auth.challenge({ query: { userId } }, { signal });
    const answer = await answered(requestOptions(challenge), signal);
    if (typeof answer === 'string') return { kind: 'refused', message: answer };
    const body = { challenge: challenge.challenge, credential: answer };
    const { verified, userId: of } = await client.platform.biometric.verify({ body }, { signal });
    return { kind: 'judged', isVerified: verified && of === userId };
  });
  const { verify } = words;
  const run = async () => {
    const result = await work.start(user);
    if (result === null) return;
    announce(result.kind === 'judged' && result.isVerified ? verify.yes : verify.no, 'assertive');
  };
  const result = work.state.status === 'done' ? work.result : null;
  return (
    <Section
      title={verify.title}
      lead={verify.lead}
      aside={
        <Button
          icon={<ScanFace aria-hidden size={16} />}
          isDisabled={!isPossible || count === 0}
          aria-disabled={work.state.status === 'busy'}
          onPress={() => void run()}
        >
          {verify.send}
        </Button>
      }
    >
      <div className="space-y-3">
        {count !== undefined && (
          <p className="text-muted" data-testid="passkey-count">
            {count === 0 ? verify.none : verify.count(count)}
          </p>
        )}
        <WorkStatus
          state={work.state}
          busyLabel={verify.busy}
          failedTitle={verify.failed}
          onCancel={work.cancel}
          units={0}
        />
        {result?.kind === 'refused' && (
          <div role="alert">
            <StatusMark look="inconclusive" label={verify.refused} />
            <p>{result.message}</p>
          </div>
        )}
        {result?.kind === 'judged' && (
          <div data-verdict={result.isVerified ? 'valid' : 'invalid'}>
            <StatusMark
              look={result.isVerified ? 'verified' : 'failed'}
              label={result.isVerified ? verify.yes : verify.no}
            />
            <p className="text-muted">{result.isVerified ? verify.yesText : verify.noText}</p>
          </div>
        )}
      </div>
    </Section>
  );
}

/** The device's answer, or why there is none. */
async function answered(
  publicKey: PublicKeyCredentialRequestOptions,
  signal: AbortSignal,
): Promise<Assertion | string> {
  try {
    const credential = await navigator.credentials.get({ publicKey, signal });
    if (!(credential instanceof PublicKeyCredential)) return words.verify.noAnswer;
    const { response, rawId } = credential;
    if (!(response instanceof AuthenticatorAssertionResponse)) return words.verify.noAnswer;
    const { signature, clientDataJSON, authenticatorData } = response;
    return assertionOf({ rawId, signature, clientDataJSON, authenticatorData });
  } catch (error) {
    const message = deviceRefusal(error);
    if (message === null) throw error;
    return message;
  }
}
