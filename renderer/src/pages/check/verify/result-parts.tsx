import { type ReactNode, useState } from 'react';
import { KeySetImportSheet } from '../../../parts/trust/key-set-import.tsx';
import type { AnyReport } from '../../../parts/verification/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { words } from '../../../words/check/verify.ts';

const { result } = words;

/** A titled part of the result. */
export function Part(props: { title: string; id: string; lead?: string; children: ReactNode }) {
  const { title, id, lead, children } = props;
  return (
    <section aria-labelledby={`part-${id}`} className="min-w-0">
      <h2 id={`part-${id}`} className="mb-2 text-16">
        {title}
      </h2>
      {lead !== undefined && <p className="-mt-1 mb-2 max-w-prose text-13 text-muted">{lead}</p>}
      {children}
    </section>
  );
}

/** Imports the key set that an outcome waits for. */
export function ImportKeySet() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="primary" onPress={() => setOpen(true)}>
        {result.importKeySet}
      </Button>
      <KeySetImportSheet isOpen={isOpen} onOpenChange={setOpen} />
      <span className="self-center text-14 text-muted">{result.orDrop}</span>
    </>
  );
}

/** What whoever passes a file on could have changed unnoticed. */
export function NotCovered({ paths }: { paths: readonly string[] }) {
  return (
    <Part title={result.notCovered} id="not-covered" lead={result.notCoveredLead}>
      {paths.length === 0 ? (
        <p>{result.allCovered}</p>
      ) : (
        <ul className="flex flex-wrap gap-2 rounded border border-dashed border-line-strong px-3 py-2">
          {paths.map((path) => (
            <li key={path} className="rounded-sm bg-sunken px-2 py-0.5 font-mono text-12 break-all">
              <FileText text={path} />
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** The file itself: its hashes, its size, and who verified it. */
export function FileFacts({ report }: { report: AnyReport }) {
  return (
    <Part title={result.file} id="file">
      <div className="border-y border-line py-3">
        <FactList>
          <Fact name={result.sha256}>
            <HashText value={report.file.sha256} label={result.sha256Of} />
          </Fact>
          <Fact name={result.sha3}>
            <HashText value={report.file.sha3_384} label={result.sha3Of} />
          </Fact>
          <Fact name={result.size}>{result.bytes(report.file.size)}</Fact>
          <Fact name={result.verifiedBy}>{result.verifier(report.verifier.name, report.verifier.version)}</Fact>
        </FactList>
      </div>
    </Part>
  );
}
