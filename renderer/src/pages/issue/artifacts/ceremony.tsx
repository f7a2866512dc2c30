import { FileCheck2, FileOutput } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/issue/artifact-signing.ts';
import { answerFileName, requestFileName } from './artifact-items.ts';

export interface CeremonyProps {
  readonly fileName: string;
  readonly onRequest: () => void;
  readonly onAnswer: () => void;
}

/** How the missing signatures come into the artifact: a request, the command that signs, the answer. */
export function Ceremony({ fileName, onRequest, onAnswer }: CeremonyProps) {
  const { steps } = words;
  const request = requestFileName(fileName);
  return (
    <Section title={words.title} lead={words.lead}>
      <ol className="grid gap-x-6 gap-y-4 min-[1100px]:grid-cols-3">
        <Step number={1} text={steps.request}>
          <Button icon={<FileOutput aria-hidden size={15} />} onPress={onRequest}>
            {words.request.verb}
          </Button>
        </Step>
        <Step number={2} text={steps.sign}>
          <Command text={`touchstone ceremony sign --request ${request}`} label={words.copySign} />
        </Step>
        <Step number={3} text={steps.answer}>
          <Button icon={<FileCheck2 aria-hidden size={15} />} onPress={onAnswer}>
            {words.answer.verb}
          </Button>
        </Step>
      </ol>
      <div className="mt-4">
        <Disclosure title={words.byCommand.title}>
          <ByCommand fileName={fileName} />
        </Disclosure>
      </div>
    </Section>
  );
}

function ByCommand({ fileName }: Pick<CeremonyProps, 'fileName'>) {
  const { byCommand } = words;
  const request = requestFileName(fileName);
  return (
    <div className="space-y-2">
      <p className="max-w-prose text-13 text-muted">{byCommand.lead}</p>
      <Command text={`touchstone ceremony request --file ${fileName}`} label={byCommand.request} />
      <Command text={`touchstone ceremony sign --request ${request}`} label={words.copySign} />
      <Command
        text={`touchstone ceremony apply --file ${fileName} --answer ${answerFileName(fileName)}`}
        label={byCommand.apply}
      />
      <p className="max-w-prose text-13 text-muted">{byCommand.after}</p>
    </div>
  );
}

interface StepProps {
  readonly number: number;
  readonly text: string;
  readonly children: ReactNode;
}

function Step({ number, text, children }: StepProps) {
  return (
    <li className="flex min-w-0 gap-3">
      <span
        aria-hidden="true"
        className="flex size-6 shrink-0 items-center justify-center rounded-full bg-accent-soft text-13 font-medium text-accent"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1">
        <p>{text}</p>
        <div className="mt-2">{children}</div>
      </div>
    </li>
  );
}

/** A command as it is typed, with a button that copies it. */
export function Command({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="flex items-start gap-1 rounded bg-sunken py-1 ps-2 pe-1">
      <code className="min-w-0 flex-1 py-0.5 text-12 [overflow-wrap:anywhere]">{text}</code>
      <CopyText value={text} label={label} />
    </div>
  );
}
