import { SecretField } from '../../../parts/secret/secret-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/ceremony.ts';
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
  const { combine } = words;
  return (
    <div className="space-y-2">
      <SecretField
        label={combine.share(place + 1)}
        value={share.text}
        onChange={(text) => onChange({ text })}
        error={troubles.text}
        {...(read?.participant == null ? {} : { description: combine.of(read.participant) })}
      />
      {read !== null && isSealed(read.share) && (
        <div className="grid gap-3 ps-4 sm:grid-cols-[1fr_160px]">
          <SecretField
            label={combine.secretKey(place + 1)}
            value={share.secretKey}
            onChange={(secretKey) => onChange({ secretKey })}
            description={combine.secretKeyHint}
            error={troubles.secretKey}
          />
          {read.participant === null && (
            <TextField
              label={combine.participant(place + 1)}
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
