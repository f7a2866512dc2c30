import { SecretField } from '../../../parts/secret/secret-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { isSealed, readShare } from './ceremony-files.ts';
import type { EnteredShare, ShareTroubles } from './share-troubles.ts';

export interface ShareEntryProps {
  readonly place: number;
  readonly share: EnteredShare;
  readonly troubles: ShareTroubles;
  readonly onChange: (changes: Partial<EnteredShare>) => void;
}

/** The fields of one share; a sealed one asks for the key that opens it. */
export function ShareEntry({ place, share, troubles, onChange }: ShareEntryProps) {
  const read = readShare(share.text);
  const name = `Share ${place + 1}`;
  return (
    <div className="space-y-2">
      <SecretField
        label={name}
        value={share.text}
        onChange={(text) => onChange({ text })}
        error={troubles.text}
        {...(read?.participant == null ? {} : { description: `Of participant ${read.participant}.` })}
      />
      {read !== null && isSealed(read.share) && (
        <div className="grid gap-3 ps-4 sm:grid-cols-[1fr_160px]">
          <SecretField
            label={`Secret key that opens share ${place + 1}`}
            value={share.secretKey}
            onChange={(secretKey) => onChange({ secretKey })}
            description="The participant’s ML-KEM secret key in base64. It stays in this window."
            error={troubles.secretKey}
          />
          {read.participant === null && (
            <TextField
              label={`Participant of share ${place + 1}`}
              value={share.participant}
              onChange={(participant) => onChange({ participant })}
              error={troubles.participant}
            />
          )}
        </div>
      )}
    </div>
  );
}
