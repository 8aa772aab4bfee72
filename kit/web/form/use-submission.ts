import type { FormInstance } from 'antd';
import { useState } from 'react';
import { staleVersion, type FieldError } from '#kit/model/refusal.ts';
import { ApiError } from '#ui/http/api-error.ts';
import { toastError } from '#ui/feedback.tsx';
import { splitErrors } from './form-values.ts';

export interface Submission {
  isBusy: boolean;
  /** The row was changed by somebody else since it was read (409). */
  isStale: boolean;
  /** Refusals that belong to no input of the form. */
  others: readonly string[];
  /** Sends the form; field errors go to their inputs, what was typed stays. True when it worked. */
  run: (send: () => Promise<void>) => Promise<boolean>;
  clear: () => void;
}

/**
 * The sending of a form: busy, refused at fields, refused as a whole, stale.
 * @param tellsStale the form itself says that the row was changed by somebody else, by `isStale`; otherwise
 *   `others` says so: a refusal that nobody sees looks like a button that does nothing
 * @param isElsewhere refusals that are shown where they belong, outside of the form
 */
export function useSubmission(
  form: FormInstance,
  keys: ReadonlySet<string>,
  {
    reportsStale: tellsStale = false,
    isElsewhere,
  }: { reportsStale?: boolean; isElsewhere?: (error: FieldError) => boolean } = {},
): Submission {
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<{ others: string[]; isStale: boolean }>(NONE);

  const refuse = (error: unknown): void => {
    if (!(error instanceof ApiError)) return toastError(error);
    if (isStaleVersion(error)) return setRefusal({ others: tellsStale ? [] : [error.message], isStale: true });
    const { atFields, others } = splitErrors(
      error.errors.filter((one) => !isElsewhere?.(one)),
      keys,
    );
    if (atFields.length > 0) {
      form.setFields(atFields);
      form.scrollToField(atFields[0]?.name, { focus: true, block: 'center' });
    }
    const messages = error.errors.length > 0 ? others : [error.message];
    setRefusal({ others: messages, isStale: false });
  };

  return {
    isBusy,
    ...refusal,
    clear: () => setRefusal(NONE),
    async run(send) {
      if (isBusy) return false;
      setBusy(true);
      setRefusal(NONE);
      try {
        await send();
        return true;
      } catch (error) {
        refuse(error);
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}

const NONE: { others: string[]; isStale: boolean } = { others: [], isStale: false };

/** The sentence tells: a conflict has others too, and neutral refusals have one status for all. */
export const isStaleVersion = (error: ApiError): boolean => error.message === staleVersion().message;
