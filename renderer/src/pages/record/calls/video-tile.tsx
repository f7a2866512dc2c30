import { useEffect, useRef } from 'react';
import { FileText } from '../../../ui/file-text.tsx';

export interface VideoTileProps {
  readonly name: string;
  readonly note: string;
  readonly stream: MediaStream | null;
  /** One's own picture makes no sound. */
  readonly isOwn?: boolean;
  /** Frames that were opened. */
  readonly opened?: number;
}

/** A participant's picture with the name under it. */
export function VideoTile({ name, note, stream, isOwn = false, opened = 0 }: VideoTileProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null || stream === null) return;
    element.srcObject = stream;
    // The page may be in the background; the browser then starts it when it is seen.
    element.play().catch(() => undefined);
  }, [stream]);
  return (
    <figure
      data-participant={name}
      data-opened={opened}
      className="overflow-hidden rounded border border-line bg-sunken"
    >
      <video ref={video} aria-label={name} muted={isOwn} playsInline className="aspect-4/3 w-full object-cover">
        <track kind="captions" />
      </video>
      <figcaption className="flex flex-wrap items-baseline gap-x-2 px-3 py-2">
        <span className="font-medium">
          <FileText text={name} limit={100} />
        </span>
        <span className="text-13 text-muted">{note}</span>
      </figcaption>
    </figure>
  );
}
