import type { ReactNode } from 'react';
import { TextField as AriaTextField, FieldError, Input, Label, Text, TextArea } from 'react-aria-components';

export interface TextFieldProps {
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly name?: string;
  readonly description?: ReactNode;
  /** A sentence about what is wrong; empty or absent when nothing is. */
  readonly error?: string | undefined;
  readonly type?: 'text' | 'search' | 'email' | 'password' | 'number';
  readonly placeholder?: string;
  readonly rows?: number;
  readonly isMono?: boolean;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
  readonly autoFocus?: boolean;
}

/** A labelled text field; with `rows` it has several lines. */
export function TextField(props: TextFieldProps) {
  const { label, description, error = '', rows, isMono = false, placeholder, type = 'text', ...field } = props;
  const look = `field-frame w-full px-2 py-1 ${isMono ? 'font-mono text-13' : ''}`;
  const shared = placeholder === undefined ? {} : { placeholder };
  return (
    <AriaTextField
      {...field}
      type={type}
      isInvalid={error !== ''}
      validationBehavior="aria"
      className="flex flex-col gap-1"
      spellCheck="false"
      autoComplete="off"
    >
      <Label className="text-13 font-medium">{label}</Label>
      {rows === undefined ? (
        <Input {...shared} className={look} />
      ) : (
        <TextArea {...shared} rows={rows} className={`${look} resize-y`} />
      )}
      {description !== undefined && (
        <Text slot="description" className="text-13 text-muted">
          {description}
        </Text>
      )}
      <FieldError className="text-13 text-failed">{error}</FieldError>
    </AriaTextField>
  );
}
