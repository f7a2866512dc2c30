import { Link, useNavigate } from '@tanstack/react-router';
import { Eraser } from 'lucide-react';
import { recentVerifications, useRecentVerifications } from '../../../parts/verification/live-recent.ts';
import { openInVerify } from '../../../parts/verification/open-in-verify.ts';
import { outcomeLook, outcomeWord } from '../../../parts/verification/outcome-words.ts';
import type { RecentVerification } from '../../../parts/verification/recent.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { GroupedText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/check/overview.ts';

const { checks } = words;

/** What was verified in this window last, on the Verify page. */
export function RecentChecks({ now }: { readonly now: number }) {
  const entries = useRecentVerifications();
  const announce = useAnnounce();
  const clear = () => {
    recentVerifications.clear();
    announce(checks.cleared);
  };
  return (
    <Section
      title={checks.heading}
      aside={
        entries.length > 0 && (
          <Button variant="quiet" size="small" icon={<Eraser aria-hidden size={14} />} onPress={clear}>
            {checks.clear}
          </Button>
        )
      }
    >
      {entries.length === 0 ? (
        <p className="text-muted">
          {checks.none}{' '}
          <Link to="/verify" className="text-accent underline underline-offset-4">
            {words.verify}
          </Link>
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line border-y border-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} now={now} />
            ))}
          </ul>
          <p className="mt-2 text-13 text-muted">{checks.kept}</p>
        </>
      )}
    </Section>
  );
}

interface EntryProps {
  readonly entry: RecentVerification;
  readonly now: number;
}

function Entry({ entry: { id, name, kind, outcome, demo, at, sha256 }, now }: EntryProps) {
  const navigate = useNavigate();
  const opened = recentVerifications.openedOf(id);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2.5 hover:bg-sunken">
      <div className="w-32 shrink-0 pt-0.5 max-[599px]:w-full">
        <StatusMark look={outcomeLook(outcome)} label={outcomeWord(outcome)} size="small" />
      </div>
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-all">
          <FileText text={name} limit={120} />
        </p>
        <p className="flex flex-wrap gap-x-4 text-13 text-muted">
          <span>{checks.kinds[kind]}</span>
          {demo && <Badge tone="accent">{checks.demo}</Badge>}
          <AgoText value={at} now={now} />
        </p>
        {sha256 !== null && (
          <p className="text-12 text-muted">
            {checks.hash} <GroupedText value={sha256} />
          </p>
        )}
      </div>
      {opened === null ? (
        <span className="text-13 text-muted">{checks.gone}</span>
      ) : (
        <Button
          size="small"
          aria-label={checks.openOne(name)}
          onPress={() => void openInVerify(opened.files, () => navigate({ to: '/verify', search: {} }), opened)}
        >
          {checks.open}
        </Button>
      )}
    </li>
  );
}
