import { Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { CreateForm } from './create-form.tsx';
import { ReceiptDetail } from './detail.tsx';
import { Library, reloadList } from './library.tsx';
import { LookUp } from './look-up.tsx';
import { keepNewReceipt } from './queries.ts';
import { useReceiptsSearch } from './search.ts';

/** The payload of the receipt that was made last; it is kept by this page alone and gone when the page is left. */
interface Made {
  readonly receiptId: string;
  readonly payload: string;
}

/** Receipts: make them, list them, find one by its name, see what it says and whether it holds. */
export function ReceiptsPage() {
  const { search, setSearch } = useReceiptsSearch();
  const [made, setMade] = useState<Made | null>(null);
  const goToList = () => setSearch({ name: undefined, view: undefined }, 'push');
  const goToNew = () => setSearch({ view: 'new' }, 'push');

  useHeadingFocus(search.name ?? search.view ?? 'list');

  if (search.name !== undefined) {
    return (
      <>
        <PageHeading title="Receipt" lead="Read from the server and verified in this window." />
        <ReceiptDetail
          key={search.name}
          name={search.name}
          payload={made?.receiptId === search.name ? made.payload : null}
          onBack={goToList}
        />
      </>
    );
  }
  if (search.view === 'new') {
    return (
      <>
        <PageHeading
          title="New receipt"
          lead="A receipt says that the service saw these bytes at this time, and nothing else."
        >
          <Button onPress={goToList}>All receipts</Button>
        </PageHeading>
        <CreateForm
          onCreated={(receipt, payload) => {
            keepNewReceipt(receipt);
            setMade({ receiptId: receipt.receipt_id, payload });
            setSearch({ name: receipt.receipt_id, view: undefined });
          }}
        />
      </>
    );
  }
  return (
    <>
      <PageHeading title="Receipts" lead="What the service saw, and when. Payloads are not kept.">
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={reloadList}>
          Refresh
        </Button>
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={goToNew}>
          New receipt
        </Button>
      </PageHeading>
      <div className="space-y-(--gap)">
        <LookUp onName={(name) => setSearch({ name }, 'push')} />
        <Library onNew={goToNew} />
      </div>
    </>
  );
}
