import { type Control, Controller, type FieldPath } from 'react-hook-form';
import { TextField } from '../../../ui/text-field.tsx';

export interface TryItValues {
  readonly params: Record<string, string>;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface FormFieldProps {
  readonly control: Control<TryItValues>;
  readonly name: FieldPath<TryItValues>;
  readonly label: string;
  readonly isRequired?: boolean;
  readonly rows?: number;
  readonly validate?: (text: string) => true | string;
}

/** A text field of the form. */
export function FormField({ control, name, label, isRequired = false, rows, validate }: FormFieldProps) {
  return (
    <Controller<TryItValues>
      control={control}
      name={name}
      rules={{
        ...(isRequired ? { required: 'The operation needs this.' } : {}),
        ...(validate === undefined ? {} : { validate: (value) => validate(String(value)) }),
      }}
      render={({ field, fieldState }) => (
        <TextField
          label={label}
          isMono
          name={field.name}
          value={String(field.value ?? '')}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          {...(rows === undefined ? {} : { rows })}
        />
      )}
    />
  );
}
