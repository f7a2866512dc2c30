import { words } from '../../../words/protect/keys.ts';
import { isWorking, type ManagedKey } from './managed-items.ts';

/** The keys that work, to choose one from: label and id. */
export function keyOptions(
  items: readonly ManagedKey[],
): readonly { readonly value: string; readonly label: string }[] {
  return items
    .filter(isWorking)
    .map(({ key_id, label }) => ({ value: key_id, label: words.wrap.option(label, key_id) }));
}
