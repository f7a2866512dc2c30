import { Link, useNavigate } from '@tanstack/react-router';
import { Eraser } from 'lucide-react';
import { recentVerifications, useRecentVerifications } from '../../../parts/verification/live-recent.ts';
import { openInVerify } from '../../../parts/verification/open-in-verify.ts';
import { outcomeLook, outcomeWord } from '../../../parts/verification/outcome-words.ts';
import type { RecentKind, RecentVerification } from '../../../parts/verification/recent.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { GroupedText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';

const KIND_WORDS: Readonly<Record<RecentKind, string>> = {
  artifact: 'Artifact',
  receipt: 'Receipt',
  signature: '3-key signature',
  session: 'Agent session',
  node: 'Agent receipt',
  log: 'Export of the log',
  files: 'Several files; the worst outcome',
  unknown: 'Not recognised',
};

/** What was verified in this window last, on the Verify page. */
export function RecentChecks() {
  const entries = useRecentVerifications();
  const announce = useAnnounce();
  const clear = () => {
    recentVerifications.clear();
    announce('The list of recent verifications is empty');
  };
  return (
    <section aria-labelledby="recent-checks" className="min-w-0 rounded border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2">
        <h2 id="recent-checks" className="grow text-16">
          Recent verifications
        </h2>
        {entries.length > 0 && (
          <Button size="small" icon={<Eraser aria-hidden size={14} />} onPress={clear}>
            Clear the list
          </Button>
        )}
      </div>
      {entries.length === 0 ? (
        <p className="px-4 py-3 text-muted">
          None in this window.{' '}
          <Link to="/verify" className="text-accent underline underline-offset-4">
            Verify a file
          </Link>
        </p>
      ) : (
        <>
          <ul className="divide-y divide-line">
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ul>
          <p className="border-t border-line px-4 py-2 text-13 text-muted">
            Kept for this window only, without the files. The list goes when the window is closed or locks itself.
          </p>
        </>
      )}
    </section>
  );
}

function Entry({ entry: { id, name, kind, outcome, demo, at, sha256 } }: { readonly entry: RecentVerification }) {
  const navigate = useNavigate();
  const opened = recentVerifications.openedOf(id);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 px-4 py-2">
      <div className="w-44 shrink-0 pt-px">
        <StatusMark look={outcomeLook(outcome)} label={outcomeWord(outcome)} size="small" />
      </div>
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-medium break-all">
          <FileText text={name} limit={120} />
        </p>
        <p className="flex flex-wrap gap-x-4 text-13 text-muted">
          <span>{KIND_WORDS[kind]}</span>
          {demo && <Badge tone="accent">demo keys</Badge>}
          <TimeText value={at} />
        </p>
        {sha256 !== null && (
          <p className="text-13 text-muted">
            SHA-256 <GroupedText value={sha256} />
          </p>
        )}
      </div>
      {opened === null ? (
        <span className="text-13 text-muted">File not kept</span>
      ) : (
        <Button
          size="small"
          aria-label={`Open again: ${name}`}
          onPress={() => void openInVerify(opened.files, () => navigate({ to: '/verify', search: {} }), opened)}
        >
          Open again
        </Button>
      )}
    </li>
  );
}
