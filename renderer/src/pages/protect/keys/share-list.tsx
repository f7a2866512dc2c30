import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../ui/button.tsx';
import { words } from '../../../words/protect/ceremony.ts';
import type { CeremonyRecord } from './ceremony-files.ts';
import { ShareEntry } from './share-entry.tsx';
import { type EnteredShare, shareTroubles } from './share-troubles.ts';

export interface ShareListProps {
  readonly shares: readonly EnteredShare[];
  readonly record: CeremonyRecord | null;
  /** Whether what is wrong is said by now. */
  readonly isChecked: boolean;
  readonly onChange: (id: number, changes: Partial<EnteredShare>) => void;
  readonly onTakeOut: (id: number) => void;
}

/** The fields of all shares that are brought together. */
export function ShareList({ shares, record, isChecked, onChange, onTakeOut }: ShareListProps) {
  return (
    <ul className="space-y-3" aria-label={words.combine.shares}>
      {shares.map((share, place) => (
        <li key={share.id} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <ShareEntry
              place={place}
              share={share}
              troubles={!isChecked || share.text.trim() === '' ? {} : shareTroubles(share, record)}
              onChange={(changes) => onChange(share.id, changes)}
            />
          </div>
          <div className="mt-6">
            <IconButton
              label={words.combine.takeOut(place + 1)}
              icon={<Trash2 aria-hidden size={16} />}
              onPress={() => onTakeOut(share.id)}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}
