import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Blocks, Copy, EyeOff, Printer, ScanSearch } from 'lucide-react';
import { printPage } from '../../../parts/download/download.ts';
import type { MenuAction } from '../../../ui/menu.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/issue/proofs.ts';
import { anchorQuery, type Proof, proofsQuery } from './queries.ts';
import { useProofsSearch } from './search.ts';

const { detail: texts } = words;

/** The verbs of a proof beside its primary action. Only what this project made can be hidden. */
export function useProofVerbs({ commitment, chain, claim_satisfied }: Omit<Proof, 'proof'>): readonly MenuAction[] {
  const { setSearch } = useProofsSearch();
  const navigate = useNavigate();
  const copy = useCopy();
  const isListed = useQuery(proofsQuery).data?.items.some((item) => item.commitment === commitment) === true;
  const anchor = useQuery({ ...anchorQuery(chain, commitment), enabled: claim_satisfied }).data ?? null;
  const ledger =
    anchor === null
      ? []
      : [
          {
            id: 'ledger',
            title: texts.ledger,
            icon: <Blocks aria-hidden size={15} />,
            onAction: () => void navigate({ to: '/ledger', search: { chain, view: 'anchors', tx: anchor.tx_hash } }),
          },
        ];
  return [
    {
      id: 'copy',
      title: texts.copy,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(commitment, texts.commitmentLabel),
    },
    {
      id: 'check',
      title: texts.check,
      icon: <ScanSearch aria-hidden size={15} />,
      onAction: () => setSearch({ act: 'check', chain }, 'push'),
    },
    ...ledger,
    {
      id: 'print',
      title: texts.print,
      icon: <Printer aria-hidden size={15} />,
      // The menu leaves the page before it is printed.
      onAction: () => void setTimeout(() => void printPage(`proof-${commitment.slice(0, 8)}.pdf`), 300),
    },
    ...(isListed
      ? [
          {
            id: 'hide',
            title: texts.hide,
            icon: <EyeOff aria-hidden size={15} />,
            isDanger: true,
            onAction: () => setSearch({ act: 'hide' }, 'push'),
          },
        ]
      : []),
  ];
}
