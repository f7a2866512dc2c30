/** The report on a session, node or log, as a page to print or as JSON. */
import { statSync } from 'node:fs';

import { MAX_BUNDLE_BYTES } from '@touchstone/core/agent/bundle.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { agentReportDocument } from '@touchstone/core/report/agent-document.ts';
import { agentReportHtml } from '@touchstone/core/report/agent-html.ts';
import { type AgentOutline, outlineOf } from '@touchstone/core/report/agent-outline.ts';
import type { ReportExtras } from '@touchstone/core/report/document.ts';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { readBounded, STANDARD_INPUT } from '../files/bounded-read.ts';
import { Refusal } from '../terminal/refusal.ts';

/** `path` is the file that was judged. Throws Refusal where it is not that file any more. */
export function agentReportText(report: AgentReport, path: string, extras: ReportExtras, isHtml: boolean): string {
  const document = agentReportDocument(report, outline(report, path), extras);
  return isHtml ? agentReportHtml(document) : `${JSON.stringify(document, null, 2)}\n`;
}

/** Read again and told to be the same, so that what is printed is what was judged. */
function outline(report: AgentReport, path: string): AgentOutline | null {
  if (report.outcome === 'INPUT_ERROR') return null;
  if (path === STANDARD_INPUT || !statSync(path).isFile())
    throw new Refusal(
      `${path === STANDARD_INPUT ? 'Standard input' : path} cannot be read twice, which a report requires.`,
    );
  const file = readBounded(path, MAX_BUNDLE_BYTES);
  if (!file.ok || toHex(sha256(file.bytes)) !== report.file.sha256) {
    throw new Refusal(`${path} changed during verification. Verify the file again.`);
  }
  return outlineOf(report.kind, file.bytes, report.broken?.index ?? null);
}
