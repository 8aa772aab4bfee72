import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs';

/**
 * Writes a file that only its owner can read, whole or not at all, unless it exists already. Of two
 * processes that write at once the first wins and both read its text afterwards.
 */
export function writeOnce(file: string, text: string): void {
  const fresh = `${file}.${randomBytes(4).toString('hex')}`;
  const handle = openSync(fresh, 'wx', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
    linkSync(fresh, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(handle);
    rmSync(fresh, { force: true });
  }
}
