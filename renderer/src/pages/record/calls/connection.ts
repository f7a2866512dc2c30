/** The WebRTC connection to one participant. Every track has its transform before anything is negotiated. */
import type { JsonItem } from '@touchstone/core/api/common.ts';
import type { Media } from './media.ts';

export type SignalKind = 'offer' | 'answer' | 'candidate';

export interface ConnectionOptions {
  readonly participant: string;
  readonly media: Media;
  readonly own: MediaStream;
  readonly iceServers: readonly RTCIceServer[];
  readonly isRelayOnly: boolean;
  readonly send: (kind: SignalKind, payload: JsonItem) => void;
  readonly onStream: (stream: MediaStream) => void;
  readonly onState: (state: RTCPeerConnectionState) => void;
}

export interface Connection {
  offer(): Promise<void>;
  /** A message of the other side; what is no such message is passed over. */
  take(kind: SignalKind, payload: JsonItem): Promise<void>;
  close(): void;
}

export function openConnection(options: ConnectionOptions): Connection {
  const { participant, media, own, send } = options;
  const peer = new RTCPeerConnection({
    iceServers: options.iceServers.map((server) => ({ ...server })),
    iceTransportPolicy: options.isRelayOnly ? 'relay' : 'all',
    bundlePolicy: 'max-bundle',
  });
  const stream = new MediaStream();
  const early: RTCIceCandidateInit[] = [];

  peer.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate !== null) send('candidate', candidateJson(candidate));
  });
  peer.addEventListener('connectionstatechange', () => options.onState(peer.connectionState));
  peer.addEventListener('track', ({ receiver, track }) => {
    openFrames(receiver);
    stream.addTrack(track);
    options.onStream(stream);
  });

  /** Once for each receiver, and before it is negotiated: Chromium 156 gives a later transform no frames. */
  function openFrames(receiver: RTCRtpReceiver): void {
    if (receiver.transform === null) media.open(receiver, kindOf(receiver.track), participant);
  }

  function addOwnTracks(): void {
    for (const track of own.getTracks()) media.seal(peer.addTrack(track, own), kindOf(track));
    for (const transceiver of peer.getTransceivers()) {
      openFrames(transceiver.receiver);
      if (transceiver.sender.track?.kind === 'video') transceiver.setCodecPreferences(vp8());
    }
  }

  async function describe(kind: 'offer' | 'answer'): Promise<void> {
    await peer.setLocalDescription();
    send(kind, { sdp: peer.localDescription?.sdp ?? '' });
  }

  async function takeDescription(type: 'offer' | 'answer', sdp: string): Promise<void> {
    await peer.setRemoteDescription({ type, sdp });
    for (const candidate of early.splice(0)) await addCandidate(candidate);
    if (type === 'offer') {
      addOwnTracks();
      await describe('answer');
    }
  }

  /** One that this browser does not know is one way less. */
  async function addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    await peer.addIceCandidate(candidate).catch(() => undefined);
  }

  return {
    async offer() {
      addOwnTracks();
      await describe('offer');
    },

    async take(kind, payload) {
      if (peer.signalingState === 'closed' || typeof payload !== 'object' || payload === null) return;
      if (kind === 'candidate') {
        const candidate = readCandidate(payload);
        if (peer.remoteDescription === null) early.push(candidate);
        else await addCandidate(candidate);
        return;
      }
      const sdp: unknown = Reflect.get(payload, 'sdp');
      if (typeof sdp === 'string') await takeDescription(kind, sdp);
    },

    close: () => peer.close(),
  };
}

function kindOf({ kind }: MediaStreamTrack): 'audio' | 'video' {
  return kind === 'audio' ? 'audio' : 'video';
}

/** Frames are VP8: what stays clear of them is fixed for that (docs/formats.md). */
function vp8(): RTCRtpCodec[] {
  const { codecs = [] } = RTCRtpReceiver.getCapabilities('video') ?? {};
  return codecs.filter(({ mimeType }) => /^video\/(?:vp8|rtx)$/i.test(mimeType));
}

function candidateJson({ candidate, sdpMid, sdpMLineIndex, usernameFragment }: RTCIceCandidate): JsonItem {
  return { candidate, sdpMid, sdpMLineIndex, usernameFragment };
}

function readCandidate(payload: object): RTCIceCandidateInit {
  const text = (name: string) => {
    const value: unknown = Reflect.get(payload, name);
    return typeof value === 'string' ? value : null;
  };
  const line: unknown = Reflect.get(payload, 'sdpMLineIndex');
  return {
    candidate: text('candidate') ?? '',
    sdpMid: text('sdpMid'),
    sdpMLineIndex: typeof line === 'number' ? line : null,
    usernameFragment: text('usernameFragment'),
  };
}
