import { Badge } from '../../../../ui/badge.tsx';
import { words } from '../../../../words/record/agents.ts';

/** What an imported session is worth, in sentences. */
export const IMPORTED_MEANING: string = words.imported.meaning;

/** Marks a session that was imported. Wherever it stands, `IMPORTED_MEANING` stands near. */
export function ImportedBadge() {
  return <Badge tone="pending">{words.imported.badge}</Badge>;
}
