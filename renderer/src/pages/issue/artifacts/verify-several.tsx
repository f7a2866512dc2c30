import { useNavigate } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import type { SeveralVerbs } from '../../../parts/list-page/list-parts.ts';
import { openInVerify } from '../../../parts/verification/open-in-verify.ts';
import { words } from '../../../words/issue/artifacts.ts';
import { type ArtifactItem, artifactFile } from './artifact-items.ts';

/** Verifies the chosen artifacts as a batch on the Verify page. */
export function useVerifySeveral(): SeveralVerbs<ArtifactItem> {
  const navigate = useNavigate();
  const { several: texts } = words;
  const verify = (items: readonly ArtifactItem[]) => {
    const files = items.map((item) => {
      const { name, text } = artifactFile(item);
      return { name, file: new File([text], name, { type: 'application/json' }) };
    });
    return openInVerify(files, () => navigate({ to: '/verify', search: {} }), { cameFrom: texts.cameFrom });
  };
  return (items) => [
    {
      id: 'verify',
      title: texts.verify,
      icon: <ScanSearch aria-hidden size={15} />,
      onAction: () => void verify(items),
    },
  ];
}
