import { Eye, HardDrive } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/compute/search.ts';
import type { AskedWords, WordAnswer } from './queries.ts';

const { seen: texts } = words;

/** What the server and a watcher of its disk saw of a search by words. */
export function SeenOfWords({ asked, answer }: { readonly asked: AskedWords; readonly answer: WordAnswer }) {
  const { tokens, entries, pages, documents } = answer.seen_on_disk;
  const all = [...asked.must, ...asked.should, ...asked.must_not];
  return (
    <Seen
      isExposed={answer.plaintext_exposed}
      query={texts.query}
      asked={<FileText text={all.join(' ')} limit={500} />}
    >
      <FactList>
        <Fact name={texts.tokens}>
          {tokens.length === 0 ? (
            texts.noTokens
          ) : (
            <ul className="space-y-0.5">
              {tokens.map((token) => (
                <li key={token} className="font-mono text-12 break-all">
                  {token}
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={texts.entries}>{formatCount(entries)}</Fact>
        <Fact name={texts.pages}>{formatCount(pages)}</Fact>
        <Fact name={texts.rows}>{formatCount(documents)}</Fact>
      </FactList>
      <p className="mt-3 text-13 text-muted">{texts.tokensNote}</p>
    </Seen>
  );
}

/** The same of a search by a vector. */
export function SeenOfVector({ dimensions, isExposed }: { readonly dimensions: number; readonly isExposed: boolean }) {
  return (
    <Seen isExposed={isExposed} query={texts.vectorQuery} asked={texts.vectorAsked(dimensions)}>
      <p className="text-13 text-muted">{texts.vectorsNote}</p>
    </Seen>
  );
}

interface SeenProps {
  readonly isExposed: boolean;
  readonly query: string;
  readonly asked: ReactNode;
  /** What the disk shows. */
  readonly children: ReactNode;
}

function Seen({ isExposed, query, asked, children }: SeenProps) {
  return (
    <Section title={texts.title} lead={texts.lead}>
      <div className="space-y-4">
        <div className="rounded border border-line bg-surface px-4 py-3">
          <h3 className="mb-2 flex items-center gap-2 text-14">
            <Eye aria-hidden size={16} className="text-muted" />
            {texts.server}
          </h3>
          <FactList>
            <Fact name={query}>{asked}</Fact>
            <Fact name={texts.decrypted}>{isExposed ? texts.decryptedSome : texts.decryptedNone}</Fact>
          </FactList>
        </div>
        <div className="rounded border border-line bg-surface px-4 py-3">
          <h3 className="mb-2 flex items-center gap-2 text-14">
            <HardDrive aria-hidden size={16} className="text-muted" />
            {texts.disk}
          </h3>
          {children}
          <p className="mt-3 text-13 text-muted">{texts.hidden}</p>
        </div>
      </div>
    </Section>
  );
}
