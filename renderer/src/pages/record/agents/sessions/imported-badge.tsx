import { Badge } from '../../../../ui/badge.tsx';

/** What an imported session is worth, in sentences. */
export const IMPORTED_MEANING =
  'Imported: written afterwards from an OpenTelemetry trace, not recorded while the agent ran. It shows what the trace said when it was imported; the times of its receipts are those of the import.';

/** Marks a session that was imported. Wherever it stands, `IMPORTED_MEANING` stands near. */
export function ImportedBadge() {
  return <Badge tone="pending">Imported</Badge>;
}
