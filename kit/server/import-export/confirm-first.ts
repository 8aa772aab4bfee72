import { Refusal } from '#kit/model/refusal.ts';
import { NOTES_TO_CONFIRM } from '#kit/model/file-job.ts';
import { MESSAGES } from '../messages.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportTable } from './read-import.ts';

/**
 * Stops an import that is to be asked about before anything is written, as long as its sheet gives
 * anything to ask: columns that nobody knows, other sheets, hidden rows.
 * @throws Refusal 409 with a note each among its errors
 */
export function confirmFirst({ confirms: asks, isTrial }: ImportOptions, { notes }: ImportTable): void {
  if (!asks || isTrial || notes.length === 0) return;
  throw new Refusal(NOTES_TO_CONFIRM, MESSAGES.importToConfirm(notes.join('；')), {
    errors: notes.map((message) => ({ field: '', code: 'note', message })),
  });
}
