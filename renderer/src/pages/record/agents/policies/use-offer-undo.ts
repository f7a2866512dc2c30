import { undoOffers } from '../../../../lib/window/undo-offers.ts';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { words } from '../../../../words/record/agents-policies.ts';
import { samePolicy } from './policy-draft.ts';
import { setPolicy } from './queries.ts';
import { type Change, placeWords } from './stored-policies.ts';

/** Says what a change did, and offers the policy from before. */
export function useOfferUndo(): (change: Change) => void {
  const announce = useAnnounce();
  return (change) => {
    const place = placeWords(change);
    const done = samePolicy(change.after, {}) ? words.removed(place) : words.saved(place);
    announce(done);
    undoOffers.offer(done, () => {
      setPolicy(change, change.before).then(
        () => announce(words.undone),
        () => announce(words.notUndone, 'assertive'),
      );
    });
  };
}
