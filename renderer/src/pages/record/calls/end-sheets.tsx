import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/record/calls.ts';
import { type Call, callName } from './call-items.ts';
import { refreshCalls } from './queries.ts';

const { detail: texts } = words;

export interface EndSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly call: Call;
}

/** Ends a call for everybody. */
export function EndSheet({ isOpen, onClose, call }: EndSheetProps) {
  const announce = useAnnounce();
  const work = useWork((id: string, signal) =>
    client.crypto.video.endSession({ params: { session_id: id } }, { signal }),
  );
  const draft = useDraft(useState({}), work.state);
  const end = async () => {
    if ((await work.start(call.session_id)) === null) return;
    announce(texts.ended);
    await refreshCalls();
    onClose();
  };
  return (
    <FormSheet
      texts={{ title: texts.endTitle, send: texts.end, busy: texts.endBusy, failed: texts.endFailed }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(end)}
      variant="danger"
      work={work}
      units={0}
    >
      <Named call={call} text={texts.endText} />
    </FormSheet>
  );
}

/** Deletes what is stored of a call that is over. */
export function ForgetSheet({
  isOpen,
  onClose,
  call,
  onForgotten,
}: EndSheetProps & { readonly onForgotten: () => void }) {
  const announce = useAnnounce();
  const work = useWork((id: string, signal) => client.crypto.video.forget({ params: { session_id: id } }, { signal }));
  const draft = useDraft(useState({}), work.state);
  const forget = async () => {
    if ((await work.start(call.session_id)) === null) return;
    announce(texts.forgotten);
    onForgotten();
    await refreshCalls();
  };
  return (
    <FormSheet
      texts={{ title: texts.forgetTitle, send: texts.forget, busy: texts.forgetBusy, failed: texts.forgetFailed }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(forget)}
      variant="danger"
      work={work}
      units={0}
    >
      <Named call={call} text={texts.forgetText} />
    </FormSheet>
  );
}

function Named({ call, text }: { readonly call: Call; readonly text: string }) {
  return (
    <>
      <p className="font-medium">
        <FileText text={callName(call)} />
      </p>
      <p>{text}</p>
    </>
  );
}
