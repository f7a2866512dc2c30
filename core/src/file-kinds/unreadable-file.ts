/** The report on a file that could not be checked, for programs that take files of every kind. */
import { SLOTS } from '../artifact/artifact.ts';
import { THREE_KEY_SLOTS } from '../composite/three-key.ts';
import { RECEIPT_SLOTS } from '../receipt/receipt.ts';
import { type About, agentFileUnreadable, type Fault, unreadable } from '../verdict/unreadable.ts';
import {
  type AgentReport,
  type FileKind,
  isAgentFileKind,
  type SubjectKind,
  type VerificationReport,
} from '../verdict/verification-report.ts';

const SLOTS_OF: Readonly<Record<SubjectKind, readonly string[]>> = {
  artifact: SLOTS,
  receipt: RECEIPT_SLOTS,
  signature: Object.values(THREE_KEY_SLOTS),
};

export function unreadableFile(kind: SubjectKind, fault: Fault, about: About): VerificationReport;
export function unreadableFile(kind: FileKind, fault: Fault, about: About): VerificationReport | AgentReport;
export function unreadableFile(kind: FileKind, fault: Fault, about: About): VerificationReport | AgentReport {
  if (isAgentFileKind(kind)) return agentFileUnreadable(kind, fault, about);
  return unreadable(kind, SLOTS_OF[kind], fault, about);
}
