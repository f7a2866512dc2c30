import { Link } from '@tanstack/react-router';
import { UserRoundCog } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { actFor, useActingFor } from '../lib/session/acting-for.ts';
import { Button } from '../ui/button.tsx';
import { FileText } from '../ui/file-text.tsx';
import { useAnnounce } from '../ui/live-region.tsx';
import { words } from '../words/app/acting.ts';

/** Height of the narrow window's header and some air, pixels. */
const ABOVE = 64;

/** Says above every page for whom the console acts, while that is not itself, and leads back. */
export function ActingNotice() {
  const acting = useActingFor();
  const announce = useAnnounce();
  const notice = useRef<HTMLElement>(null);
  const projectId = acting?.projectId ?? null;
  useEffect(() => {
    if (projectId === null || notice.current === null) return;
    const { style } = document.documentElement;
    // The notice must not cover what has the focus (WCAG 2.4.11).
    style.scrollPaddingTop = `${notice.current.offsetHeight + ABOVE}px`;
    return () => {
      style.removeProperty('scroll-padding-top');
    };
  }, [projectId]);
  if (acting === null) return null;
  return (
    <section
      ref={notice}
      aria-label={words.label}
      className="screen-only sticky top-[calc(var(--control)+9px)] z-10 flex flex-wrap items-center gap-x-4 gap-y-1 border-b-2 border-inconclusive bg-inconclusive-soft px-(--page-pad) py-1.5 max-[599px]:px-3 min-[900px]:top-0"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <UserRoundCog aria-hidden size={18} className="mt-0.5 shrink-0 text-inconclusive" />
        <span className="min-w-0">
          <strong>
            {words.actsFor(
              <Link
                to="/accounts"
                search={{ account: acting.accountId }}
                className="text-accent underline underline-offset-2"
              >
                <FileText text={acting.email} limit={100} />
              </Link>,
            )}
          </strong>
          , <span className="whitespace-nowrap">{words.project(acting.projectId)}</span>.{' '}
          <span className="max-[599px]:sr-only">{words.meaning}</span>
        </span>
      </p>
      <Button
        size="small"
        onPress={() => {
          actFor(null);
          announce(words.isBack, 'assertive');
        }}
      >
        {words.back}
      </Button>
    </section>
  );
}
