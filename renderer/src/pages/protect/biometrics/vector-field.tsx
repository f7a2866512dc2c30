import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/biometrics.ts';

export interface VectorFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string;
  /** What the example is. */
  readonly sample: () => string;
}

/** A feature vector, pasted, or an example. */
export function VectorField({ sample, ...field }: VectorFieldProps) {
  return (
    <div className="space-y-1.5">
      <TextField {...field} rows={4} isMono isRequired description={words.vector.hint} />
      <Button size="small" variant="quiet" onPress={() => field.onChange(sample())}>
        {words.vector.sample}
      </Button>
    </div>
  );
}
