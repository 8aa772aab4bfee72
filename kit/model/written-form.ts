import { countryCode } from './country.ts';
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
  /** A country by its two letters: names and other codes are never what a carrier takes. */
  country: (text: string): Written => {
    const code = text.trim() === '' ? '' : countryCode(text);
    return code === null ? { fault: `“${text.trim().slice(0, 20)}”不是国家，请写两位代码，如 US` } : { text: code };
  },
} satisfies Record<string, (text: string) => Written>;

export type WrittenForm = keyof typeof writtenForms;
