import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { formatSize } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { words } from '../../words/parts/vector.ts';
import { readTextFile } from '../form/text-file.ts';

/** Far beyond 1,024 numbers, however they are written. */
const MOST_BYTES = 256 * 1024;

export interface VectorFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string;
  /** What the example is. */
  readonly sample: () => string;
  /** How many values it must have, where that is known. */
  readonly dimensions?: number;
}

/** A vector: pasted, from a file, or an example. */
export function VectorField({ sample, dimensions, error, ...field }: VectorFieldProps) {
  const [trouble, setTrouble] = useState('');
  const change = (text: string) => {
    setTrouble('');
    field.onChange(text);
  };
  const take = async (file: File) => {
    const read = await readTextFile(file, MOST_BYTES);
    if (read.ok) change(read.text);
    else setTrouble(words.fileTrouble(file.name, formatSize(MOST_BYTES)));
  };
  return (
    <div className="space-y-1.5">
      <TextField
        {...field}
        onChange={change}
        error={trouble === '' ? error : trouble}
        rows={4}
        isMono
        isRequired
        description={dimensions === undefined ? words.hint : words.hintOf(dimensions)}
      />
      <div className="flex flex-wrap gap-2">
        <FileTrigger
          onSelect={(files) => {
            const chosen = files?.[0];
            if (chosen !== undefined) void take(chosen);
          }}
        >
          <Button size="small" icon={<FileUp aria-hidden size={14} />}>
            {words.fromFile}
          </Button>
        </FileTrigger>
        <Button size="small" variant="quiet" onPress={() => change(sample())}>
          {words.sample}
        </Button>
      </div>
    </div>
  );
}
