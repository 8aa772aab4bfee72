import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Saves one JSON document; calls that arrive while one is being written share the next writing. */
export interface StateFile {
  load(): Promise<unknown>;
  save(read: () => unknown): Promise<void>;
}

/**
 * Written beside the file and renamed over it, so a crash leaves the old or the new state, never
 * half of one.
 */
export function openStateFile(path: string): StateFile {
  let running: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;

  async function write(read: () => unknown): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.tmp`, JSON.stringify(read()));
    await rename(`${path}.tmp`, path);
  }

  function start(read: () => unknown): Promise<void> {
    running = write(read).finally(() => {
      running = null;
    });
    return running;
  }

  return {
    async load() {
      const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (text === null) return null;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        await rename(path, `${path}.unreadable`);
        return null;
      }
    },
    save(read) {
      if (running === null) return start(read);
      waiting ??= running
        .catch(() => undefined)
        .then(() => {
          waiting = null;
          return start(read);
        });
      return waiting;
    },
  };
}
