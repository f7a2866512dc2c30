import type { webhooks } from '@touchstone/core/api/admin/webhooks.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { LOCAL_PROJECT } from '../../../lib/session/acting-project.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { refreshWebhooks, type Webhook } from '../../../parts/webhooks/webhooks-query.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/webhooks.ts';
import type { WebhookBody } from './queries.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import { readWebhookUrl } from './webhook-url.ts';

export interface SetSheetProps {
  /** Null: a new one. */
  readonly before: Webhook | null;
  readonly isOpen: boolean;
  /** Filled with an example. */
  readonly isSample: boolean;
  readonly onClose: () => void;
}

const EMPTY = { url: '', project_id: '', allow_private: false } satisfies DraftOf<typeof webhooks.set>;

/** Sets the address that notices go to; then shows the secret, which is a new one each time. */
export function SetSheet({ before, isOpen, isSample, onClose }: SetSheetProps) {
  const acting = useProjectId();
  const [secret, setSecret] = useState<string | null>(null);
  const work = useWork((body: WebhookBody, signal) => client.admin.webhooks.set({ body }, { signal }));
  const held = {
    url: before?.url ?? '',
    project_id: before?.project_id ?? '',
    allow_private: before?.allow_private ?? false,
  };
  const draft = useDraft(useState(held), work.state, { naming: 'url' });
  const { set } = words;
  const fillSample = useEffectEvent(() => draft.fill({ ...EMPTY, url: set.urlExample }));
  useEffect(() => {
    if (isSample) fillSample();
  }, [isSample]);
  const { url, project_id, allow_private } = draft.values;
  const read = readWebhookUrl(url);
  const send = async () => {
    if (!draft.check(read.ok ? {} : { url: read.message }) || !read.ok) return;
    const made = await work.start({
      url: read.url,
      ...(project_id === '' ? {} : { project_id }),
      // An address that is named by its number is allowed by naming it.
      ...(read.isNumeric ? {} : { allow_private }),
    });
    if (made === null) return;
    if (before === null) draft.fill(EMPTY);
    setSecret(made.secret);
    work.reset();
    onClose();
    void refreshWebhooks();
  };
  if (secret !== null) return <WebhookSecret secret={secret} onClose={() => setSecret(null)} />;
  return (
    <FormSheet
      texts={{ ...set, title: before === null ? set.title : set.change }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={0}
    >
      {before === null && (
        <Select
          label={set.for}
          options={[
            { value: '', label: set.forAll },
            { value: acting, label: acting === LOCAL_PROJECT ? set.forLocal(acting) : set.forProject(acting) },
          ]}
          {...draft.field('project_id')}
        />
      )}
      <TextField
        label={set.url}
        {...draft.field('url')}
        placeholder={set.urlExample}
        description={set.urlHint}
        isMono
        autoFocus
      />
      {read.ok && read.isNumeric ? (
        <p className="text-13 text-muted">{set.numeric}</p>
      ) : (
        <CheckRow
          isSelected={allow_private}
          onChange={(isOn) => draft.change({ allow_private: isOn })}
          label={set.allowPrivate}
          description={set.allowPrivateHint}
        />
      )}
      <p className="rounded bg-sunken px-3 py-2 text-13 text-muted">{before === null ? set.replaces : set.newSecret}</p>
    </FormSheet>
  );
}
