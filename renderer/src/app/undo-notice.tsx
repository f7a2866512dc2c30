import { Undo2, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { undoOffers } from '../lib/window/undo-offers.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { FileText } from '../ui/file-text.tsx';
import { words } from '../words/ui/common.ts';

/** How long an act can be taken back here. It stays while the pointer or the focus is on it; its page can undo it later too. */
const OFFERED_MS = 20_000;

/** Says what was just done, and takes it back. Only for what is not irrevocable. */
export function UndoNotice() {
  const offer = useSyncExternalStore(undoOffers.subscribe, undoOffers.snapshot);
  const [isHeld, setHeld] = useState(false);
  // The press that takes the offer away leaves no element that the pointer or the focus could leave.
  if (offer === null && isHeld) setHeld(false);
  const id = offer?.id;
  useEffect(() => {
    if (id === undefined || isHeld) return;
    const timer = setTimeout(() => undoOffers.dismiss(id), OFFERED_MS);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    <div
      role="status"
      className="screen-only pointer-events-none fixed inset-x-0 bottom-12 z-30 flex justify-center px-4"
    >
      {offer !== null && (
        // biome-ignore lint/a11y/noStaticElementInteractions: only the time waits for the pointer.
        <div
          className="pointer-events-auto flex max-w-full items-center gap-2 rounded-md border border-line bg-surface py-1.5 ps-4 pe-1.5 shadow-raised"
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span className="min-w-0 truncate">
            <FileText text={offer.title} limit={200} isLine />
          </span>
          <Button size="small" icon={<Undo2 aria-hidden size={14} />} onPress={() => undoOffers.take(offer.id)}>
            {words.undo}
          </Button>
          <IconButton
            size="small"
            label={words.close}
            icon={<X aria-hidden size={14} />}
            onPress={() => undoOffers.dismiss(offer.id)}
          />
        </div>
      )}
    </div>
  );
}
