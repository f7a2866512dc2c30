import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger, Radio, RadioGroup } from 'react-aria-components';
import { formatSize } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { FileText } from '../../ui/file-text.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { words } from '../../words/parts/bytes.ts';
import { type BytesDraft, type BytesForm, readFileDraft } from './bytes-draft.ts';

export interface BytesInputProps {
  readonly label: string;
  readonly value: BytesDraft;
  readonly onChange: (value: BytesDraft) => void;
  /** A sentence about what is wrong. */
  readonly error?: string | undefined;
}

/** Bytes as text, base64, hex or a file. What was typed stays when another form is chosen. */
export function BytesInput({ label, value: draft, onChange, error }: BytesInputProps) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const change = (changes: Partial<BytesDraft>) => {
    setTrouble(null);
    onChange({ ...draft, ...changes });
  };
  const take = async (file: File) => {
    // Until the new one is read, none can be sent: not the one before in its place.
    change({ file: null });
    const read = await readFileDraft(file);
    if (read.ok) change({ file: read.file });
    else setTrouble(read.message);
  };
  const wrong = trouble ?? error;
  return (
    <div className="space-y-1.5">
      <RadioGroup
        value={draft.form}
        onChange={(form) => change({ form: formOf(form) })}
        aria-label={words.formOf(label)}
        orientation="horizontal"
        className="flex flex-wrap gap-x-4 gap-y-1"
      >
        {Object.entries(words.forms).map(([form, name]) => (
          <Radio key={form} value={form} className="group flex min-h-6 items-center gap-1.5 text-13">
            <span
              aria-hidden="true"
              className="flex size-4 items-center justify-center rounded-full border border-line-strong bg-surface"
            >
              <span className="size-2 rounded-full group-data-selected:bg-accent forced-colors:group-data-selected:bg-[Highlight]" />
            </span>
            {name}
          </Radio>
        ))}
      </RadioGroup>
      {draft.form === 'file' ? (
        <div className="space-y-1">
          <div className="text-13 font-medium">{label}</div>
          <div className="flex flex-wrap items-center gap-3">
            <FileTrigger
              onSelect={(files) => {
                const file = files?.[0];
                if (file !== undefined) void take(file);
              }}
            >
              <Button icon={<FileUp aria-hidden size={16} />} aria-label={words.chooseAs(label)}>
                {draft.file === null ? words.choose : words.chooseAnother}
              </Button>
            </FileTrigger>
            {draft.file !== null && (
              <span>
                <FileText text={draft.file.name} limit={120} />{' '}
                <span className="text-muted tabular-nums">({formatSize(draft.file.size)})</span>
              </span>
            )}
          </div>
          {wrong !== undefined && wrong !== '' && (
            <p role="alert" className="text-13 text-failed">
              {wrong}
            </p>
          )}
        </div>
      ) : (
        <TextField
          label={label}
          rows={4}
          isMono
          value={draft.text}
          onChange={(text) => change({ text })}
          description={words.descriptions[draft.form]}
          error={wrong}
        />
      )}
    </div>
  );
}

function formOf(value: string): BytesForm {
  return value === 'base64' || value === 'hex' || value === 'file' ? value : 'text';
}
