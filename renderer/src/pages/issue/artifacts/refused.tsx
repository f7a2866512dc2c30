import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/issue/artifact-signing.ts';

export interface RefusedProps {
  readonly title: string;
  /** The member at fault; empty where none is named. */
  readonly field: string;
  readonly message: string;
}

/** A file of the ceremony that does not hold: the member at fault, and why. */
export function Refused({ title, field, message }: RefusedProps) {
  return (
    <ErrorState title={title}>
      <p>
        {field !== '' && <>{words.answer.member(<FileText text={field} isMono />)} </>}
        <FileText text={message} />
      </p>
    </ErrorState>
  );
}
