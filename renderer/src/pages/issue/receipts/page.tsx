import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { words } from '../../../words/issue/receipts.ts';
import { ReceiptDetail } from './detail.tsx';
import { ReceiptList } from './list.tsx';
import { useListFacts } from './list-facts.tsx';
import { LookUpSheet } from './look-up-sheet.tsx';
import { NewReceiptSheet } from './new-receipt-sheet.tsx';
import { keepNewReceipt } from './queries.ts';
import { useReceiptsSearch } from './search.ts';

/** The payload of the receipt that was created last; it is kept by this page alone and gone when the page is left. */
interface Made {
  readonly receiptId: string;
  readonly payload: string;
}

/** Receipts: create them, list them, find one by its name, see what it says and whether it holds. */
export function ReceiptsPage() {
  const { search, setSearch } = useReceiptsSearch();
  const [made, setMade] = useState<Made | null>(null);
  const { name, act } = search;
  const close = () => setSearch({ act: undefined });
  return (
    <>
      {name === undefined ? (
        <AllReceipts />
      ) : (
        <ReceiptDetail key={name} name={name} payload={made?.receiptId === name ? made.payload : null} />
      )}
      <NewReceiptSheet
        act={act === 'new' || act === 'sample' ? act : null}
        onClose={close}
        onCreated={(receipt, payload) => {
          keepNewReceipt(receipt);
          setMade({ receiptId: receipt.receipt_id, payload });
          setSearch({ name: receipt.receipt_id, act: undefined });
        }}
      />
      <LookUpSheet
        isOpen={act === 'lookup'}
        onClose={close}
        onName={(found) => setSearch({ name: found, act: undefined }, 'push')}
      />
    </>
  );
}

function AllReceipts() {
  const { setSearch } = useReceiptsSearch();
  const facts = useListFacts();
  const open = (act: 'new' | 'sample' | 'lookup') => () => setSearch({ act }, 'push');
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={facts}
      action={
        <>
          <Button icon={<Search aria-hidden size={15} />} onPress={open('lookup')}>
            {words.lookUp.verb}
          </Button>
          <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={open('new')}>
            {words.create.verb}
          </Button>
        </>
      }
    >
      <ReceiptList onNew={open('new')} onSample={open('sample')} />
    </Page>
  );
}
