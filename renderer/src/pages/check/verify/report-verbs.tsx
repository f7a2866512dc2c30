import { Download, Printer } from 'lucide-react';
import { downloadText, printPage } from '../../../parts/download/download.ts';
import { Button } from '../../../ui/button.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { words } from '../../../words/check/verify.ts';
import { reportName } from './format.ts';

export interface ReportVerbsOptions {
  /** Of the file that was judged. */
  readonly name: string;
  /** The report as a page that stands for itself, made when it is asked for. */
  readonly html: () => string;
  /** The report as data. */
  readonly data: object;
}

/** Print, save as HTML, save as JSON, for the head of the page. */
export function reportVerbs({ name, html, data }: ReportVerbsOptions) {
  const icon = <Download aria-hidden size={15} />;
  const more: readonly MenuAction[] = [
    {
      id: 'html',
      title: words.result.saveHtml,
      icon,
      onAction: () => downloadText(reportName(name, 'html'), html(), 'text/html;charset=utf-8'),
    },
    {
      id: 'json',
      title: words.result.saveJson,
      icon,
      onAction: () => downloadText(reportName(name, 'json'), `${JSON.stringify(data, null, 2)}\n`),
    },
  ];
  const action = (
    <Button
      variant="primary"
      icon={<Printer aria-hidden size={16} />}
      onPress={() => printPage(reportName(name, 'pdf'))}
    >
      {words.result.print}
    </Button>
  );
  return { action, more };
}
