import { Mic, MicOff, PhoneOff, Video, VideoOff } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { setInCall } from '../../../lib/state/in-call.ts';
import { useKeepsUnlocked } from '../../../parts/lock/use-auto-lock.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/calls.ts';
import { type CallState, type Joined, joinCall, type LiveCall, type ShownPeer } from './live-call.ts';
import type { FrameCounts } from './media-messages.ts';
import { refreshCalls } from './queries.ts';
import { VideoTile } from './video-tile.tsx';

const { room: texts } = words;

export interface RoomProps {
  readonly sessionId: string;
  readonly joined: Joined;
  readonly onLeft: () => void;
}

/** The call while this window takes part. Leaving the page leaves the call. */
export function Room({ sessionId, joined, onLeft }: RoomProps) {
  const announce = useAnnounce();
  const call = useRef<LiveCall | null>(null);
  const [state, setState] = useState<CallState | null>(null);
  const over = useEffectEvent((text: string) => {
    announce(text);
    void refreshCalls();
    onLeft();
  });
  const { name, own, isRelayOnly } = joined;
  useEffect(() => {
    const live = joinCall({ sessionId, name, own, isRelayOnly, onChange: setState });
    call.current = live;
    return () => void live.leave();
  }, [sessionId, name, own, isRelayOnly]);
  const phase = state?.phase ?? 'joining';
  const peers = state?.peers ?? [];
  const isJoined = phase === 'joined';
  const isWithOthers = isJoined && peers.length > 0;
  useEffect(() => {
    setInCall(isWithOthers);
    return () => setInCall(false);
  }, [isWithOthers]);
  // Not while others only wait in the room: the window locks as ever then.
  useKeepsUnlocked(isJoined && peers.some((peer) => peer.state === 'connected'));
  useEffect(() => {
    if (phase === 'over') over(texts.over);
  }, [phase]);
  const leave = async () => {
    await call.current?.leave();
    over(texts.left);
  };
  return (
    <Section
      title={texts.title}
      aside={
        <div className="flex flex-wrap gap-2">
          <TrackButtons own={own} />
          <Button variant="danger" icon={<PhoneOff aria-hidden size={15} />} onPress={() => void leave()}>
            {texts.leave}
          </Button>
        </div>
      }
    >
      {phase === 'failed' && <RequestError error={state?.error} what={texts.failed} onRetry={() => void leave()} />}
      {phase === 'joining' && <p className="text-muted">{texts.joining}</p>}
      <section aria-label={texts.participants} className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        <VideoTile name={name} note={texts.you} stream={own} isOwn />
        {peers.map((peer) => (
          <PeerTile key={peer.name} peer={peer} counts={state?.counts.received.get(peer.name)} />
        ))}
      </section>
      {state !== null && isJoined && (
        <div className="mt-6 space-y-6">
          <Code code={state.code} sealed={state.counts.sealed} />
          <Captions state={state} onSay={(text) => call.current?.say(text)} />
        </div>
      )}
    </Section>
  );
}

function PeerTile({ peer, counts }: { readonly peer: ShownPeer; readonly counts: FrameCounts | undefined }) {
  const { opened = 0, no_key = 0, replayed = 0, forged = 0 } = counts ?? {};
  const refused = no_key + replayed + forged;
  const note = [
    texts.states[peer.state],
    ...(opened > 0 ? [texts.opened(opened)] : []),
    ...(refused > 0 ? [texts.refused(refused)] : []),
  ].join(' · ');
  return <VideoTile name={peer.name} note={note} stream={peer.stream} opened={opened} />;
}

function TrackButtons({ own }: { readonly own: MediaStream }) {
  const [isMuted, setMuted] = useState(false);
  const [isHidden, setHidden] = useState(false);
  const turn = (kind: 'audio' | 'video', isOff: boolean) => {
    for (const track of own.getTracks()) if (track.kind === kind) track.enabled = !isOff;
  };
  return (
    <>
      <Button
        icon={isMuted ? <MicOff aria-hidden size={15} /> : <Mic aria-hidden size={15} />}
        onPress={() => {
          turn('audio', !isMuted);
          setMuted(!isMuted);
        }}
      >
        {isMuted ? texts.unmute : texts.mute}
      </Button>
      <Button
        icon={isHidden ? <VideoOff aria-hidden size={15} /> : <Video aria-hidden size={15} />}
        onPress={() => {
          turn('video', !isHidden);
          setHidden(!isHidden);
        }}
      >
        {isHidden ? texts.show : texts.hide}
      </Button>
    </>
  );
}

function Code({ code, sealed }: { readonly code: readonly string[] | null; readonly sealed: number }) {
  if (code === null) return <p className="text-muted">{texts.alone}</p>;
  const text = code.join(' ');
  return (
    <Section
      title={texts.code}
      lead={texts.codeText}
      aside={<span className="text-13 text-muted">{texts.sealed(sealed)}</span>}
    >
      <p className="flex items-center gap-2">
        <code data-code={text} className="text-16 tabular-nums">
          {text}
        </code>
        <CopyText value={text} label={texts.codeLabel} />
      </p>
    </Section>
  );
}

interface CaptionsProps {
  readonly state: CallState;
  readonly onSay: (text: string) => Promise<void> | undefined;
}

function Captions({ state, onSay }: CaptionsProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>(null);
  const say = async (event: FormEvent) => {
    event.preventDefault();
    const line = text.trim();
    if (line === '') return;
    try {
      await onSay(line);
      setText('');
      setError(null);
    } catch (reason) {
      setError(reason);
    }
  };
  return (
    <Section title={texts.captions}>
      {state.captions.length === 0 ? (
        <p className="text-muted">{texts.noCaptions}</p>
      ) : (
        <ul aria-live="polite" className="max-h-48 space-y-1 overflow-y-auto">
          {state.captions.map(({ sequence, from, text: line }) => (
            <li key={sequence}>
              <strong>
                <FileText text={from} />
              </strong>{' '}
              <FileText text={line} />
            </li>
          ))}
        </ul>
      )}
      {error !== null && <RequestError error={error} what={texts.caption} onRetry={() => setError(null)} />}
      <form className="mt-3 flex max-w-xl items-start gap-2" onSubmit={(event) => void say(event)}>
        <div className="min-w-0 grow">
          <TextField label={texts.caption} value={text} onChange={setText} description={texts.captionHint} />
        </div>
        <Button type="submit" className="mt-6">
          {texts.say}
        </Button>
      </form>
    </Section>
  );
}
