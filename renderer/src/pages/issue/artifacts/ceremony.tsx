import { CopyText } from '../../../ui/copy-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/issue/artifacts.ts';

const STEPS = ['request', 'sign', 'apply'] as const;

/** How the missing signatures come into the file: the three commands, made for this artifact. */
export function Ceremony({ fileName }: { readonly fileName: string }) {
  const base = fileName.replace(/\.pqv\.json$/, '');
  const commands = {
    request: `touchstone ceremony request --file ${fileName}`,
    sign: `touchstone ceremony sign --request ${base}.pqsign.json`,
    apply: `touchstone ceremony apply --file ${fileName} --answer ${base}.pqsigned.json`,
  };
  const { ceremony } = words;
  return (
    <Section title={ceremony.title} lead={ceremony.lead}>
      <ol className="grid gap-x-6 gap-y-4 min-[1100px]:grid-cols-3">
        {STEPS.map((step, index) => (
          <li key={step} className="flex min-w-0 gap-3">
            <span
              aria-hidden="true"
              className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-13 font-medium text-accent"
            >
              {index + 1}
            </span>
            <div className="min-w-0 flex-1">
              <p>{ceremony.steps[step]}</p>
              <div className="mt-1.5 flex items-start gap-1 rounded bg-sunken py-1 ps-2 pe-1">
                <code className="min-w-0 flex-1 py-0.5 text-12 break-all">{commands[step]}</code>
                <CopyText value={commands[step]} label={ceremony.copy[step]} />
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-3 max-w-prose text-13 text-muted">{ceremony.after}</p>
    </Section>
  );
}
