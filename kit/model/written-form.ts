import { trackingNumbers } from './tracking-number.ts';

type Written = { text: string } | { fault: string };

/**
 * Named forms in which a text is kept, whoever wrote it: typed, pasted, out of a sheet or by API. Each
 * answers the text as it is kept, or in words for people why it cannot be.
 */
export const writtenForms = {
  /** Tracking numbers, several with a comma between them. */
  trackingNo: (text: string): Written => {
    const read = trackingNumbers(text);
    return 'fault' in read ? read : { text: read.numbers.join(',') };
  },
} satisfies Record<string, (text: string) => Written>;

export type WrittenForm = keyof typeof writtenForms;
