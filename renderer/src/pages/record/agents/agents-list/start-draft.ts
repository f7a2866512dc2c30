/** What is typed to start a session, and what it means. */

export interface StartDraft {
  readonly minutes: string;
  readonly tools: string;
  readonly classes: string;
  readonly jurisdiction: string;
  readonly maxValue: string;
}

export const EMPTY_DRAFT: StartDraft = { minutes: '60', tools: '', classes: '', jurisdiction: '', maxValue: '' };

/** 30 days: the longest that the service takes. */
const MOST_MINUTES = 43_200;

export interface StartTroubles {
  readonly duration_secs?: string;
  readonly max_value?: string;
}

/** What is wrong with the fields; empty where nothing is. */
export function draftTroubles({ minutes, maxValue }: StartDraft): StartTroubles {
  const count = /^\d{1,5}$/.test(minutes.trim()) ? Number(minutes) : 0;
  return {
    ...(count >= 1 && count <= MOST_MINUTES
      ? {}
      : { duration_secs: `Write a whole number of minutes from 1 to ${MOST_MINUTES}.` }),
    // 0 would mean unrestricted to the service, and "nothing" to a person.
    ...(maxValue.trim() === '' || (/^\d{1,12}(?:\.\d{1,6})?$/.test(maxValue.trim()) && Number(maxValue) > 0)
      ? {}
      : { max_value: 'Write a number above 0, as 120.50, or nothing.' }),
  };
}

/** The members of the request. Call it only where `draftTroubles` found nothing. */
export function draftScope({ minutes, tools, classes, jurisdiction, maxValue }: StartDraft) {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return {
    duration_secs: Number(minutes) * 60,
    scope: {
      allowed_tools: lines(tools),
      forbidden_data_classes: lines(classes),
      jurisdiction: jurisdiction.trim(),
      ...(maxValue.trim() === '' ? {} : { max_value: Number(maxValue) }),
    },
  };
}
