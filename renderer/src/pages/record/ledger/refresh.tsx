import { RefreshCw } from 'lucide-react';
import type { MenuAction } from '../../../ui/menu.tsx';
import { words } from '../../../words/parts/list-page.ts';
import { refreshLedger } from './queries.ts';

/** Under "More" of every part of the page. */
export const REFRESH: MenuAction = {
  id: 'refresh',
  title: words.refresh,
  icon: <RefreshCw aria-hidden size={15} />,
  onAction: refreshLedger,
};
