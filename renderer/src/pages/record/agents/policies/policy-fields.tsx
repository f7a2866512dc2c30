import type { Draft } from '../../../../parts/form/use-draft.ts';
import { CheckRow } from '../../../../ui/check-row.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { words } from '../../../../words/record/agents-policies.ts';
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
  const { fields: texts } = words;
  return (
    <div className="grid gap-x-4 gap-y-5 md:grid-cols-2">
      <TextField
        label={texts.maxValue}
        {...draft.field('max_value')}
        isReadOnly={isReadOnly}
        description={texts.maxValueHint(whenEmpty)}
      />
      <TextField
        label={texts.jurisdiction}
        {...draft.field('jurisdiction')}
        isReadOnly={isReadOnly}
        description={texts.jurisdictionHint(whenEmpty)}
      />
      <div className="space-y-1">
        <CheckRow
          isSelected={draft.values.limitsTools}
          onChange={(limitsTools) => !isReadOnly && draft.change({ limitsTools }, ['allowed_tools'])}
          label={texts.limitsTools}
          description={texts.limitsToolsHint}
        />
        <TextField
          label={texts.tools}
          rows={4}
          isMono
          {...draft.field('allowed_tools')}
          isReadOnly={isReadOnly}
          isDisabled={!draft.values.limitsTools}
        />
      </div>
      <TextField
        label={texts.classes}
        rows={4}
        isMono
        {...draft.field('forbidden_data_classes')}
        isReadOnly={isReadOnly}
        description={texts.classesHint(whenEmpty)}
      />
      <TextField
        label={texts.actions}
        rows={4}
        isMono
        {...draft.field('denied_actions')}
        isReadOnly={isReadOnly}
        description={texts.actionsHint(whenEmpty)}
      />
    </div>
  );
}
