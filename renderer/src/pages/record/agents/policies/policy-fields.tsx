import type { Draft } from '../../../../parts/form/use-draft.ts';
import { CheckRow } from '../../../../ui/check-row.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import type { PolicyDraft } from './policy-draft.ts';

export interface PolicyFieldsProps {
  readonly draft: Pick<Draft<PolicyDraft>, 'values' | 'field' | 'change'>;
  /** While what is entered is sent: a disabled field would lose the focus. */
  readonly isReadOnly?: boolean;
  /** What an empty field means: no rule, or in a fork that the recorded limit stays. */
  readonly whenEmpty: string;
}

/** The five rules of a policy, each with what it means. */
export function PolicyFields({ draft, isReadOnly = false, whenEmpty }: PolicyFieldsProps) {
  return (
    <div className="grid gap-x-(--gap) gap-y-3 md:grid-cols-2">
      <TextField
        label="Highest value of one action"
        {...draft.field('max_value')}
        isReadOnly={isReadOnly}
        description={`An act that states a higher value is refused; one that states none passes. ${whenEmpty}`}
      />
      <TextField
        label="Jurisdiction"
        {...draft.field('jurisdiction')}
        isReadOnly={isReadOnly}
        description={`An act that states another one than this, such as EU, is refused; one that states none passes. ${whenEmpty}`}
      />
      <div className="space-y-1">
        <CheckRow
          isSelected={draft.values.limitsTools}
          onChange={(limitsTools) => draft.change({ limitsTools }, ['allowed_tools'])}
          isDisabled={isReadOnly}
          label="Only these tools may be used"
          description="Ticked with no name below, no tool may be used at all."
        />
        <TextField
          label="Permitted tools, one in each line"
          rows={4}
          isMono
          {...draft.field('allowed_tools')}
          isReadOnly={isReadOnly}
          isDisabled={!draft.values.limitsTools}
        />
      </div>
      <TextField
        label="Forbidden data classes, one in each line"
        rows={4}
        isMono
        {...draft.field('forbidden_data_classes')}
        isReadOnly={isReadOnly}
        description={`Names alone are judged, such as phi: no data is looked at. ${whenEmpty}`}
      />
      <TextField
        label="Denied actions, one in each line"
        rows={4}
        isMono
        {...draft.field('denied_actions')}
        isReadOnly={isReadOnly}
        description={`Action types that are refused, such as payment.execute; a tool is named tool:<its name>. ${whenEmpty}`}
      />
    </div>
  );
}
