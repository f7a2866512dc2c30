import { RefreshCw } from 'lucide-react';
import type { MenuAction } from '../../ui/menu.tsx';
import { words } from '../../words/parts/list-page.ts';

/** Under "More" of what the server may hold anew. */
export function refreshAction(refresh: () => unknown): MenuAction {
  return {
    id: 'refresh',
    title: words.refresh,
    icon: <RefreshCw aria-hidden size={15} />,
    onAction: () => void refresh(),
  };
}
