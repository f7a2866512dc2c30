/**
 * A call as this window holds it: says hello, agrees on keys with everybody who is there, connects, ratchets its key when
 * somebody joins and renews it when somebody leaves. Messages are taken one after the other, in the server's order.
 */
import type { api } from '@touchstone/core/api/api.ts';
import type { JsonItem } from '@touchstone/core/api/common.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { equalBytes, wipe } from '@touchstone/core/bytes.ts';
import { beginPair, keyName, type Pair } from '@touchstone/core/calls/agreement.ts';
import { comparisonCode } from '@touchstone/core/calls/comparison-code.ts';
import { CALL_KEM, type KeyMessage, keyMessageJson, readKeyMessage } from '@touchstone/core/calls/key-message.ts';
import type { SharedKey } from '@touchstone/core/calls/sender-key.ts';
import type { KemKeyPair } from '@touchstone/core/kem/backend.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { client } from '../../../lib/client.ts';
import { type Connection, openConnection, type SignalKind } from './connection.ts';
import { type Counts, type Media, openMedia } from './media.ts';

type Video = typeof api.crypto.video;
type CallEvent = OutputOf<Video['events']>;
type Signal = Extract<CallEvent, { event: 'signal' }>['data'];

export interface Caption {
  readonly sequence: number;
  readonly from: string;
  readonly text: string;
}

export interface ShownPeer {
  readonly name: string;
  readonly stream: MediaStream | null;
  readonly state: RTCPeerConnectionState;
}

export interface CallState {
  /** `over`: the call has ended, `failed`: this window lost it. */
  readonly phase: 'joining' | 'joined' | 'over' | 'failed';
  readonly peers: readonly ShownPeer[];
  /** null while nobody else is there. */
  readonly code: readonly string[] | null;
  readonly captions: readonly Caption[];
  readonly counts: Counts;
  readonly error: unknown;
}

export interface LiveCall {
  readonly state: CallState;
  say(text: string): Promise<void>;
  /** Says goodbye and forgets every key. */
  leave(): Promise<void>;
}

/** How this window takes part. */
export interface Joined {
  readonly name: string;
  readonly own: MediaStream;
  readonly isRelayOnly: boolean;
}

export interface LiveCallOptions extends Joined {
  readonly sessionId: string;
  readonly onChange: (state: CallState) => void;
}

interface Peer {
  readonly name: string;
  readonly publicKey: Uint8Array;
  readonly pair: Pair;
  connection: Connection | null;
  stream: MediaStream | null;
  state: RTCPeerConnectionState;
}

const EVERYONE = '*';
const kem = createKem([], systemRandom);

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share the peers, and the state that is shown
export function joinCall({ sessionId, name, own, isRelayOnly, onChange }: LiveCallOptions): LiveCall {
  const params = { session_id: sessionId };
  const gone = new AbortController();
  const peers = new Map<string, Peer>();
  let state: CallState = {
    phase: 'joining',
    peers: [],
    code: null,
    captions: [],
    counts: { sealed: 0, received: new Map() },
    error: null,
  };
  let keys: KemKeyPair | null = null;
  let iceServers: readonly RTCIceServer[] = [];
  /** Everything that happens, one after the other. */
  let queue: Promise<void> = Promise.resolve();

  function show(change: Partial<CallState>): void {
    state = { ...state, ...change };
    onChange(state);
  }

  function showPeers(): void {
    const holders = [...peers.values()].map(({ name: one, publicKey }) => ({ name: one, publicKey }));
    show({
      peers: [...peers.values()].map(({ name: one, stream, state: how }) => ({ name: one, stream, state: how })),
      code:
        keys === null || holders.length === 0
          ? null
          : comparisonCode(sessionId, [...holders, { name, publicKey: keys.publicKey }]),
    });
  }

  const media: Media = openMedia((counts) => show({ counts }));

  function fail(error: unknown): void {
    if (gone.signal.aborted) return;
    close();
    show({ phase: 'failed', error });
  }

  function then(action: () => Promise<void>): void {
    queue = queue.then(async () => {
      if (!gone.signal.aborted) await action();
    });
    queue = queue.catch(fail);
  }

  async function signal(to: string, kind: Signal['kind'], payload: JsonItem): Promise<number> {
    const body = { from: name, to, kind, payload };
    return (await client.crypto.video.signal({ params, body }, { signal: gone.signal })).sequence;
  }

  const sayKeys = (to: string, message: KeyMessage) => signal(to, 'key_exchange', keyMessageJson(message));

  async function begin(): Promise<void> {
    const session = await client.crypto.video.getSession({ params }, { signal: gone.signal });
    iceServers = session.ice_servers;
    keys = await kem.generateKeyPair(CALL_KEM);
    const sequence = await sayKeys(EVERYONE, { type: 'hello', publicKey: keys.publicKey });
    show({ phase: 'joined' });
    void follow(sequence).catch(fail);
  }

  async function follow(after: number): Promise<void> {
    const input = { params, query: { participant: name }, headers: { 'last-event-id': String(after) } };
    for await (const event of client.crypto.video.events(input, { signal: gone.signal })) {
      if (event.event === 'signal') then(() => take(event.data));
      else if (event.data.status !== 'open') then(end);
    }
  }

  async function end(): Promise<void> {
    close();
    show({ phase: 'over', peers: [], code: null });
  }

  async function take({ from, to, kind, payload, sequence }: Signal): Promise<void> {
    if (from === null) return;
    if (kind === 'caption') {
      if (typeof payload === 'string') show({ captions: [...state.captions, { sequence, from, text: payload }] });
    } else if (kind === 'key_exchange') {
      const message = readKeyMessage(payload);
      if (message !== null) await takeKeys(from, to === EVERYONE, message);
    } else await takeSignal(from, kind, payload);
  }

  async function takeKeys(from: string, isForAll: boolean, message: KeyMessage): Promise<void> {
    if (message.type === 'hello') return meet(from, message.publicKey, isForAll);
    if (message.type === 'bye') return drop(from);
    const peer = peers.get(from);
    if (peer === undefined) return;
    if (message.type === 'sender_key') {
      const shared = peer.pair.open(message);
      if (shared !== null) media.learn(from, shared);
      return;
    }
    if (!peer.pair.isComplete && (await peer.pair.complete(message))) await admit(peer);
  }

  /** Somebody has said a key. Under a key of which we do not know yet it is somebody new, whatever the name. */
  async function meet(from: string, publicKey: Uint8Array, isNew: boolean): Promise<void> {
    const known = peers.get(from);
    if (keys === null || (known !== undefined && equalBytes(known.publicKey, publicKey))) return;
    if (known !== undefined) await drop(from);
    const other = { name: from, publicKey };
    const pair = await beginPair(kem, { sessionId, own: { name, keys }, other });
    if (pair === null) return;
    peers.set(from, { name: from, publicKey, pair, connection: null, stream: null, state: 'new' });
    showPeers();
    if (isNew) await sayKeys(from, { type: 'hello', publicKey: keys.publicKey });
    await sayKeys(from, pair.encapsulation);
  }

  /** Both have encapsulated: the other gets the key from its next step on, and one of the two offers. */
  async function admit(peer: Peer): Promise<void> {
    share(await media.move('ratchet'), [peer]);
    if (keys === null || keyName(keys.publicKey) > keyName(peer.publicKey)) return;
    peer.connection = connect(peer);
    await peer.connection.offer();
  }

  function share(shared: SharedKey, readers: readonly Peer[]): void {
    for (const { name: reader, pair } of readers) {
      if (pair.isComplete) sayKeys(reader, pair.seal(shared)).catch(fail);
    }
    wipe(shared.baseKey);
  }

  /** Somebody has left: all who stay get a key that it does not have. */
  async function drop(participant: string): Promise<void> {
    const peer = peers.get(participant);
    if (peer === undefined) return;
    peers.delete(participant);
    peer.connection?.close();
    peer.pair.close();
    media.forget(participant);
    showPeers();
    share(await media.move('renew'), [...peers.values()]);
  }

  async function takeSignal(from: string, kind: SignalKind, payload: JsonItem): Promise<void> {
    const peer = peers.get(from);
    if (peer === undefined) return;
    if (kind === 'offer') {
      peer.connection?.close();
      peer.connection = connect(peer);
    }
    await peer.connection?.take(kind, payload);
  }

  function connect(peer: Peer): Connection {
    // One after the other: a candidate that overtakes its offer finds no connection there, and is lost.
    let sent: Promise<unknown> = Promise.resolve();
    const connection = openConnection({
      participant: peer.name,
      media,
      own,
      iceServers,
      isRelayOnly,
      send(kind, payload) {
        sent = sent.then(() => signal(peer.name, kind, payload)).catch(fail);
      },
      onStream(stream) {
        peer.stream = stream;
        showPeers();
      },
      onState(how) {
        peer.state = how;
        if (how === 'failed' && peer.connection === connection) then(() => drop(peer.name));
        else showPeers();
      },
    });
    return connection;
  }

  function close(): void {
    gone.abort();
    for (const { connection, pair } of peers.values()) {
      connection?.close();
      pair.close();
    }
    peers.clear();
    media.close();
    wipe(keys?.secretKey);
    for (const track of own.getTracks()) track.stop();
  }

  then(begin);
  return {
    get state() {
      return state;
    },
    async say(text) {
      const sequence = await signal(EVERYONE, 'caption', text);
      show({ captions: [...state.captions, { sequence, from: name, text }] });
    },
    async leave() {
      // The others notice soon even where this does not arrive.
      await sayKeys(EVERYONE, { type: 'bye' }).catch(() => undefined);
      close();
    },
  };
}
