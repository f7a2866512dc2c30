import { useNavigate } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import { queryClient } from '../../../lib/query.ts';
import type { SeveralVerbs } from '../../../parts/list-page/list-parts.ts';
import { openInVerify } from '../../../parts/verification/open-in-verify.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { words } from '../../../words/issue/receipts.ts';
import type { ReceiptItem } from './list-items.ts';
import { receiptQuery } from './queries.ts';
import { receiptFileName, receiptFileText } from './receipt-name.ts';

/** Receipts that are asked for side by side. */
const AT_ONCE = 16;

/** Verifies the chosen receipts as a batch: reads them, as the list holds no signatures, and opens them on the Verify page. */
export function useVerifySeveral(): { readonly several: SeveralVerbs<ReceiptItem>; readonly status: React.ReactNode } {
  const navigate = useNavigate();
  const { several: texts } = words;
  const work = useWork(async (items: readonly ReceiptItem[], signal) => {
    const files: { readonly name: string; readonly file: File }[] = [];
    for (let from = 0; from < items.length; from += AT_ONCE) {
      const some = items.slice(from, from + AT_ONCE);
      const receipts = await Promise.all(some.map(({ receipt_id: id }) => queryClient.fetchQuery(receiptQuery(id))));
      signal.throwIfAborted();
      for (const receipt of receipts) {
        const name = receiptFileName(receipt);
        files.push({ name, file: new File([receiptFileText(receipt)], name, { type: 'application/json' }) });
      }
    }
    return files;
  });
  const verify = async (items: readonly ReceiptItem[]) => {
    const files = await work.start(items);
    if (files === null) return;
    await openInVerify(files, () => navigate({ to: '/verify', search: {} }), { cameFrom: texts.cameFrom });
  };
  return {
    several: (items) => [
      {
        id: 'verify',
        title: texts.verify,
        icon: <ScanSearch aria-hidden size={15} />,
        onAction: () => void verify(items),
      },
    ],
    status: (
      <WorkStatus
        state={work.state}
        busyLabel={texts.busy}
        failedTitle={texts.failed}
        onCancel={work.cancel}
        units={0}
      />
    ),
  };
}
