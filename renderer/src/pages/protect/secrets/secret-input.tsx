import { MAX_SECRET_BYTES } from '@touchstone/core/secrets/sealed-value.ts';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { formatSize } from '../../../lib/format.ts';
import { readTextFile } from '../../../parts/form/text-file.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { SecretArea } from '../../../parts/secret/secret-area.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words as secretWords } from '../../../words/parts/secret.ts';
import { words } from '../../../words/protect/secrets.ts';

export interface SecretInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string;
}

interface TakenFile {
  readonly name: string;
  readonly size: number;
}

/** A secret on its way in: pasted into a masked field, or taken from a file. It goes when the window locks or is put away. */
export function SecretInput({ label, value, onChange, error }: SecretInputProps) {
  const [file, setFile] = useState<TakenFile | null>(null);
  const [trouble, setTrouble] = useState('');
  const isFromFile = file !== null && value !== '';
  useOnLock(() => {
    if (value === '') return;
    onChange('');
    setFile(null);
    setTrouble(secretWords.taken);
  });
  const take = async (chosen: File) => {
    const read = await readTextFile(chosen, MAX_SECRET_BYTES);
    setTrouble(read.ok ? '' : words.input.fileTrouble(chosen.name, formatSize(MAX_SECRET_BYTES)));
    if (!read.ok) return;
    setFile({ name: chosen.name, size: chosen.size });
    onChange(read.text);
  };
  return (
    <div className="space-y-2">
      {isFromFile ? (
        <div className="space-y-1">
          <div className="text-13 font-medium">{label}</div>
          <p className="rounded bg-sunken px-3 py-2">
            <FileText text={file.name} limit={200} />{' '}
            <span className="text-muted tabular-nums">{words.input.fileSize(formatSize(file.size))}</span>
          </p>
          {error !== '' && (
            <p role="alert" className="text-13 text-failed">
              {error}
            </p>
          )}
        </div>
      ) : (
        <SecretArea
          label={label}
          value={value}
          onChange={(text) => {
            setTrouble('');
            onChange(text);
          }}
          error={trouble === '' ? error : trouble}
          description={/[\r\n]$/.test(value) ? words.input.lineEnd : words.input.exact}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <FileTrigger
          onSelect={(files) => {
            const chosen = files?.[0];
            if (chosen !== undefined) void take(chosen);
          }}
        >
          <Button size="small" icon={<FileUp aria-hidden size={14} />}>
            {isFromFile ? words.input.otherFile : words.input.fromFile}
          </Button>
        </FileTrigger>
        {isFromFile && (
          <Button
            size="small"
            onPress={() => {
              setFile(null);
              onChange('');
            }}
          >
            {words.input.type}
          </Button>
        )}
      </div>
    </div>
  );
}
