/**
 * Encoded media as it goes over the wire: for video the bytes that the packetiser reads, in clear, then the secure frame;
 * for audio the secure frame alone. What is clear is authenticated, and so is which of the two it is.
 */
import { concat } from '../bytes.ts';

export const MEDIA_KINDS = ['audio', 'video'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/**
 * Bytes of a VP8 frame (RFC 6386, section 9.1) that a receiver's depacketiser reads before the frame is opened: the frame tag
 * says whether it is a key frame, and behind the tag and the start code of one stand width and height.
 */
const KEY_FRAME_BYTES = 10;
const DELTA_FRAME_BYTES = 1;

/** Metadata of RFC 9605, section 9.4: 00 for audio, 01 for video and its clear bytes. */
const AUDIO = 0;
const VIDEO = 1;

export interface FrameParts {
  /** What stays clear, at the beginning. */
  readonly clear: Uint8Array;
  readonly rest: Uint8Array;
  /** What is authenticated besides the header. */
  readonly metadata: Uint8Array;
}

/** Takes a frame apart, as the encoder made it or as it came from the wire; null where it has too few bytes. */
export function splitFrame(kind: MediaKind, frame: Uint8Array): FrameParts | null {
  const length = kind === 'audio' ? 0 : clearLength(frame);
  if (frame.length < length) return null;
  const clear = frame.subarray(0, length);
  const mark = Uint8Array.of(kind === 'audio' ? AUDIO : VIDEO);
  return { clear, rest: frame.subarray(length), metadata: concat(mark, clear) };
}

/** The lowest bit of a frame tag is 0 in key frames. */
function clearLength([tag = 1]: Uint8Array): number {
  return (tag & 1) === 0 ? KEY_FRAME_BYTES : DELTA_FRAME_BYTES;
}
