/** Holds the members of the transcript of a joint computation against each other, as far as anybody can who has only the transcript. */
import type { JsonObject } from '../canonical-json.ts';
import type { CheckList } from '../verdict/checks.ts';
import type { AgentReport } from '../verdict/verification-report.ts';
import { resultOf, taskText } from './computations.ts';
import { sessionHashHex, taskOf } from './session.ts';
import { openedOf, readTranscript, sharesIn, type Transcript } from './transcript.ts';

/** Adds the checks and answers what it is about. Throws Unreadable for what is no transcript. */
export function judgeTranscript(body: JsonObject, checks: CheckList): AgentReport['subject'] {
  const transcript = readTranscript(body, 'body');
  const { session, contributions, result, computed_at: computedAt } = transcript;
  checks.compare('integrity', 'session', {
    expected: sessionHashHex(session),
    found: transcript.session_sha3_256,
    code: 'HASH_MISMATCH',
    passed: 'The inputs were sealed to this description of the session.',
    failed: 'The hash of the session is not that of its description.',
  });
  checkContributions(transcript, checks);
  checkShares(transcript, checks);
  checkResult(transcript, checks);
  checks.leaveOpen(
    'parties',
    'Whether the computing parties followed the protocol and kept the inputs to themselves.',
    transcript.trust_model,
  );
  checks.leaveOpen(
    'inputs',
    'Whether the inputs are true.',
    'A participant can contribute any number within the range.',
  );
  return {
    computation: taskText(taskOf(session)),
    result,
    contributions: `${contributions.length} of ${session.participants.length} participants`,
    contributed: contributions.map(({ participant }) => participant).join(', '),
    session: session.session_id,
    session_sha3_256: transcript.session_sha3_256,
    multiplications: transcript.multiplications,
    openings: transcript.openings,
    computed_at: computedAt,
  };
}

/** Each of a participant of the session, once, in their order, at least as many as the threshold. */
function checkContributions({ session, contributions }: Transcript, checks: CheckList): void {
  const places = contributions.map(({ participant }) => session.participants.indexOf(participant));
  const areInOrder = places.every((place, i) => place > (places[i - 1] ?? -1));
  const isEnough = contributions.length >= session.threshold;
  checks.add('integrity', 'contributions', {
    expected: `at least ${session.threshold} participants of the session, each once and in their order`,
    found: contributions.map(({ participant }) => participant).join(', '),
    ...(areInOrder && isEnough
      ? { status: 'passed', sentence: `${contributions.length} participants of the session contributed.` }
      : {
          status: 'failed',
          sentence: 'The contributions are not those of enough participants of the session, each once.',
          reason: 'STATEMENT_MISMATCH',
        }),
  });
}

function checkShares(transcript: Transcript, checks: CheckList): void {
  const opened = openedOf(sharesIn(transcript));
  checks.compare('integrity', 'shares', {
    expected: opened === null ? 'three shares on one line' : String(opened),
    found: transcript.opened,
    code: 'STATEMENT_MISMATCH',
    passed: "The parties' shares of the result agree: they lie on one line, which gives the opened number.",
    failed: "The parties' shares of the result do not agree with the opened number.",
  });
}

function checkResult({ session, contributions, opened, result }: Transcript, checks: CheckList): void {
  checks.compare('integrity', 'result', {
    expected: String(resultOf(taskOf(session), BigInt(opened), contributions.length)),
    found: String(result),
    code: 'STATEMENT_MISMATCH',
    passed: 'The result follows from the opened number.',
    failed: 'The result does not follow from the opened number.',
  });
}
