import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ObjectKind } from '../../../parts/objects/object-tile.tsx';
import { type Crumb, Page } from '../../../parts/page/page.tsx';
import { liveSession } from '../../../parts/verification/live-session.ts';
import type { WayBack } from '../../../parts/verification/session.ts';
import { Button } from '../../../ui/button.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { words } from '../../../words/check/verify.ts';

export interface VerifyFrameProps {
  /** Of the file, or how many there are. */
  readonly title: string;
  readonly crumbs?: readonly Crumb[];
  readonly object?: ObjectKind;
  /** The page that opened the files. */
  readonly back: WayBack | null;
  readonly action?: ReactNode;
  readonly more?: readonly MenuAction[];
  readonly children: ReactNode;
}

/** The page around what is open: its name, the way back, and the way to begin anew. */
export function VerifyFrame({ back, action, children, ...page }: VerifyFrameProps) {
  return (
    <>
      {back !== null && (
        <a className="mb-2 inline-flex items-center gap-1 text-13 text-accent print:hidden" href={back.href}>
          <ArrowLeft aria-hidden size={14} /> {words.backTo(back.title)}
        </a>
      )}
      <Page
        {...page}
        action={
          <>
            <Button onPress={() => liveSession.clear()}>{words.close}</Button>
            {action}
          </>
        }
      >
        {children}
      </Page>
    </>
  );
}
