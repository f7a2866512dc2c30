import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { TextField as AriaTextField, FieldError, Label, Text, TextArea } from 'react-aria-components';
import { IconButton } from '../../ui/button.tsx';
import { words } from '../../words/parts/secret.ts';
import { emptyWhenGone } from './empty-when-gone.ts';
import { HIDE_AFTER_MS, useReveal } from './use-reveal.ts';

export interface SecretAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly description?: ReactNode;
  readonly error?: string | undefined;
}

/** A field for a secret of several lines, such as a PEM file: a password field would drop its line ends. Masked by CSS. */
export function SecretArea({ label, value, onChange, description, error = '' }: SecretAreaProps) {
  const { isShown, toggle } = useReveal();
  return (
    <div ref={emptyWhenGone} className="flex items-start gap-1">
      <AriaTextField
        value={value}
        onChange={onChange}
        isInvalid={error !== ''}
        validationBehavior="aria"
        className="flex min-w-0 flex-1 flex-col gap-1"
        spellCheck="false"
        autoComplete="off"
      >
        <Label className="text-13 font-medium">{label}</Label>
        <TextArea
          rows={3}
          data-masked={!isShown}
          className={`field-frame w-full resize-y px-2 py-1 font-mono text-13 ${isShown ? '' : '[-webkit-text-security:disc]'}`}
        />
        {description !== undefined && (
          <Text slot="description" className="text-13 text-muted">
            {description}
          </Text>
        )}
        <FieldError className="text-13 text-failed">{error}</FieldError>
      </AriaTextField>
      <div className="mt-6">
        <IconButton
          label={isShown ? words.hide(label) : words.show(label, HIDE_AFTER_MS / 1000)}
          icon={isShown ? <EyeOff aria-hidden size={16} /> : <Eye aria-hidden size={16} />}
          onPress={toggle}
        />
      </div>
    </div>
  );
}
