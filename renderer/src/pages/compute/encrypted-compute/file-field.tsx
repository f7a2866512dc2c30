import { FileUp } from 'lucide-react';
import { useId } from 'react';
import { FileTrigger } from 'react-aria-components';
import { formatSize } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';

const { keys: texts } = words;

export interface FileFieldProps {
  readonly label: string;
  readonly description: string;
  readonly value: File | null;
  readonly onChange: (file: File | null) => void;
  readonly error: string;
}

/** One file that is read in this page. */
export function FileField({ label, description, value, onChange, error }: FileFieldProps) {
  const id = useId();
  return (
    <fieldset className="space-y-1.5" data-invalid={error === '' ? undefined : true}>
      <legend className="text-13 font-medium">{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        <FileTrigger onSelect={(files) => onChange(files?.[0] ?? null)}>
          <Button icon={<FileUp aria-hidden size={15} />} aria-describedby={id}>
            {texts.choose}
          </Button>
        </FileTrigger>
        {value !== null && (
          <span className="min-w-0">
            {texts.chosen(<FileText text={value.name} limit={120} />, formatSize(value.size))}
          </span>
        )}
      </div>
      <p id={id} className="text-13 text-muted">
        {description}
      </p>
      {error !== '' && (
        <p role="alert" className="text-13 text-failed">
          {error}
        </p>
      )}
    </fieldset>
  );
}
