import { Ellipsis } from 'lucide-react';
import { IconButton } from '../../ui/button.tsx';
import { Menu, type MenuAction } from '../../ui/menu.tsx';
import { words } from '../../words/ui/common.ts';

/** What is done more seldom, behind three dots. */
export function MoreMenu({ actions }: { readonly actions: readonly MenuAction[] }) {
  return (
    <Menu
      label={words.more}
      trigger={<IconButton label={words.more} variant="secondary" icon={<Ellipsis aria-hidden size={16} />} />}
      actions={actions}
    />
  );
}
