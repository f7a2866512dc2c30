import { useSyncExternalStore } from 'react';
import { notices } from '../lib/window/notices.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FileText } from '../ui/file-text.tsx';
import { words } from '../words/ui/common.ts';

/** What went wrong apart from any page, until it was read. */
export function NoticeList() {
  const shown = useSyncExternalStore(notices.subscribe, notices.snapshot);
  if (shown.length === 0) return null;
  return (
    <div className="screen-only mb-4 space-y-2">
      {shown.map(({ id, title, lines }) => (
        <ErrorState key={id} title={title}>
          <ul>
            {[...new Set(lines)].map((line) => (
              <li key={line}>
                <FileText text={line} limit={400} />
              </li>
            ))}
          </ul>
          <Button size="small" className="mt-2" onPress={() => notices.dismiss(id)}>
            {words.close}
          </Button>
        </ErrorState>
      ))}
    </div>
  );
}
