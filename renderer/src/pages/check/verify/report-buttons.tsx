import { Download, Printer } from 'lucide-react';
import { downloadText, printPage } from '../../../lib/window/download.ts';
import { Button } from '../../../ui/button.tsx';
import { reportName } from './format.ts';

export interface ReportButtonsProps {
  /** Of the file that was judged. */
  readonly name: string;
  /** The report as a page that stands for itself, made when it is asked for. */
  readonly html: () => string;
  /** The report as data. */
  readonly data: object;
}

/** Print, save as HTML, save as JSON. */
export function ReportButtons({ name, html, data }: ReportButtonsProps) {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button icon={<Printer aria-hidden size={16} />} onPress={() => printPage(reportName(name, 'pdf'))}>
        Print or save as PDF
      </Button>
      <Button
        icon={<Download aria-hidden size={16} />}
        onPress={() => downloadText(reportName(name, 'html'), html(), 'text/html;charset=utf-8')}
      >
        Save report (HTML)
      </Button>
      <Button
        icon={<Download aria-hidden size={16} />}
        onPress={() => downloadText(reportName(name, 'json'), `${JSON.stringify(data, null, 2)}\n`)}
      >
        Save report (JSON)
      </Button>
    </div>
  );
}
