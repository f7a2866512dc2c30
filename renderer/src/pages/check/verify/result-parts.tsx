import { type ReactNode, useState } from 'react';
import { KeySetImportDialog } from '../../../parts/trust/key-set-import.tsx';
import type { AnyReport } from '../../../parts/verification/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';

/** A titled part of the result. */
export function Part(props: { title: string; id: string; lead?: string; children: ReactNode }) {
  const { title, id, lead, children } = props;
  return (
    <section aria-labelledby={`part-${id}`}>
      <h2 id={`part-${id}`} className="mb-2 text-16 font-semibold">
        {title}
      </h2>
      {lead !== undefined && <p className="-mt-1 mb-2 max-w-[80ch] text-14 text-muted">{lead}</p>}
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
        Import a key set
      </Button>
      <KeySetImportDialog isOpen={isOpen} onOpenChange={setOpen} />
      <span className="self-center text-14 text-muted">or drop the .pqkeys.json file here</span>
    </>
  );
}

/** What whoever passes a file on could have changed unnoticed. */
export function NotCovered({ paths }: { paths: readonly string[] }) {
  return (
    <Part
      title="What the signatures do not cover"
      id="not-covered"
      lead="Stated by the file only. Whoever passes the file on could have changed these members without any check noticing."
    >
      {paths.length === 0 ? (
        <p className="text-14">Nothing: every member of this file is covered.</p>
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
    <Part title="This file" id="file">
      <dl className="grid gap-x-4 gap-y-2 rounded border border-line bg-surface px-4 py-3 text-14 sm:grid-cols-[112px_1fr]">
        <dt className="text-muted">SHA-256</dt>
        <dd>
          <HashText value={report.file.sha256} label="SHA-256 of the file" />
        </dd>
        <dt className="text-muted">SHA3-384</dt>
        <dd>
          <HashText value={report.file.sha3_384} label="SHA3-384 of the file" />
        </dd>
        <dt className="text-muted">Size</dt>
        <dd className="tabular-nums">{report.file.size} bytes</dd>
        <dt className="text-muted">Verified by</dt>
        <dd>
          {report.verifier.name} {report.verifier.version}, offline, in this window
        </dd>
      </dl>
    </Part>
  );
}
