import { Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from './messages.ts';

/** A stored file whose bytes are gone from the disk, or are not those that were stored. */
export class LostFile extends Refusal {
  /** @param cause what was found on the disk: for the log alone */
  constructor(file: string, cause: unknown) {
    super('fileLost', MESSAGES.fileLost(file), { status: 404 });
    this.name = 'LostFile';
    this.cause = cause;
  }
}

/** Says which file it was of what reading its bytes threw. */
export const asLostFile = (error: unknown, file: string): unknown =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? new LostFile(file, error) : error;
