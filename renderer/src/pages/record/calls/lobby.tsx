import { Video } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { words } from '../../../words/record/calls.ts';
import type { Joined } from './live-call.ts';
import { canSealFrames } from './media.ts';

const { lobby: texts } = words;

export interface LobbyProps {
  readonly participants: readonly string[];
  readonly onJoined: (joined: Joined) => void;
}

/** Who one is, and the click that asks for camera and microphone. */
export function Lobby({ participants, onJoined }: LobbyProps) {
  const [name, setName] = useState(participants[0] ?? '');
  const [isRelayOnly, setRelayOnly] = useState(false);
  const [state, setState] = useState<'ready' | 'asking' | 'refused'>('ready');
  const isSupported = canSealFrames();
  const join = async (event: FormEvent) => {
    event.preventDefault();
    if (state === 'asking') return;
    setState('asking');
    try {
      const own = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 640, height: 480 } });
      onJoined({ name, own, isRelayOnly });
    } catch {
      setState('refused');
    }
  };
  return (
    <Section title={texts.title} lead={texts.lead}>
      <form className="mt-3 max-w-md space-y-4" onSubmit={(event) => void join(event)}>
        <Select
          label={texts.name}
          options={participants.map((value) => ({ value, label: value }))}
          value={name}
          onChange={setName}
        />
        <CheckRow isSelected={isRelayOnly} onChange={setRelayOnly} label={texts.relay} description={texts.relayHint} />
        {!isSupported && <ErrorState title={texts.unsupported}>{texts.unsupportedText}</ErrorState>}
        {state === 'refused' && <ErrorState title={texts.refused}>{texts.refusedText}</ErrorState>}
        <Button
          type="submit"
          variant="primary"
          icon={<Video aria-hidden size={16} />}
          isDisabled={!isSupported}
          aria-disabled={state === 'asking'}
        >
          {state === 'asking' ? texts.asking : texts.join}
        </Button>
      </form>
    </Section>
  );
}
