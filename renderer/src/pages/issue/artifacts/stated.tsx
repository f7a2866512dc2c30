import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/issue/artifacts.ts';
import type { ArtifactItem } from './artifact-items.ts';

/** The file's own words, fenced off: what of them is covered by valid signatures, the checks say. */
export function Stated({ artifact }: { readonly artifact: ArtifactItem }) {
  const { detail: texts } = words;
  const { human_summary: summary, subject, issuer } = artifact;
  return (
    <Section title={texts.stated}>
      <div className="rounded border border-dashed border-line-strong px-4 py-3">
        <FactList>
          <Fact name={texts.claim}>
            <FileText text={summary.claim} />
          </Fact>
          <Fact name={texts.evidence}>
            <FileText text={summary.evidence_summary} />
          </Fact>
          <Fact name={texts.verdict}>
            {words.verdicts[summary.verdict]} <code className="text-13 text-muted">{summary.verdict}</code>
            <span className="block text-13 text-muted">{texts.verdictNote}</span>
          </Fact>
          {subject.description !== undefined && (
            <Fact name={texts.description}>
              <FileText text={subject.description} />
            </Fact>
          )}
          {subject.product !== undefined && (
            <Fact name={texts.product}>
              <FileText text={subject.product} />
            </Fact>
          )}
          <Fact name={texts.issuer}>
            <FileText text={issuer.name} /> <span className="text-muted">{'('}</span>
            <FileText text={issuer.principal} isMono />
            <span className="text-muted">{')'}</span>
          </Fact>
          <Fact name={texts.issued}>
            <TimeText value={artifact.issued_at} />
          </Fact>
          <Fact name={texts.id}>
            <code className="text-13 break-all">{artifact.artifact_id}</code>{' '}
            <CopyText value={artifact.artifact_id} label={texts.idLabel} />
          </Fact>
          <Fact name={texts.manifest}>
            <HashText value={artifact.manifest_hash} label={texts.manifestLabel} />
            <span className="block text-13 text-muted">{texts.manifestNote}</span>
          </Fact>
        </FactList>
      </div>
    </Section>
  );
}
