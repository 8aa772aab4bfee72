import { access } from 'node:fs/promises';
import { setTimeout as after } from 'node:timers/promises';
import type { RenditionSide } from '#kit/model/rendition.ts';
import { readRendition, removeRenditions, writeRenditions } from './rendition-files.ts';
import { ShrinkQueue } from './shrink-queue.ts';

/**
 * What a list shows of a stored picture: 'none' where nothing smaller can be made of it, 'later'
 * where it is being made still or there is too much to make just now, 'lost' where the picture
 * itself is not there any more.
 */
type Rendition = Buffer | 'none' | 'later' | 'lost';

/** Small pictures of stored ones, made once and kept beside them. */
export interface Renditions {
  /** @param path where the picture lies */
  of(path: string, side: RenditionSide): Promise<Rendition>;
  /** Makes them ahead of the first look, where there is room for that. */
  prepare(path: string): void;
}

/** A page that waits longer holds back what else its browser wants to ask. */
const WAIT_MS = 3000;

const NONE = new Uint8Array();

/** @param waitMs how long who asks for one that is being made waits for it */
export function createRenditions(waitMs = WAIT_MS): Renditions {
  const queue = new ShrinkQueue();
  const making = new Map<string, Promise<void>>();
  const make = (path: string): Promise<void> => {
    const known = making.get(path);
    if (known) return known;
    const made = makeFor(queue, path).finally(() => making.delete(path));
    making.set(path, made);
    return made;
  };
  return {
    async of(path, side) {
      const stored = await readRendition(path, side);
      if (stored) return stored;
      const waited = new AbortController();
      await Promise.race([
        // What goes wrong here costs a list its small picture, not itself.
        make(path)
          .catch(() => undefined)
          .finally(() => waited.abort()),
        after(waitMs, undefined, { signal: waited.signal, ref: false }).catch(() => undefined),
      ]);
      const made = await readRendition(path, side);
      if (made) return made;
      return access(path).then(
        () => 'later',
        () => 'lost',
      );
    },
    prepare(path) {
      // A picture nobody can read is noticed by whoever asks for it.
      make(path).catch(() => undefined);
    },
  };
}

async function makeFor(queue: ShrinkQueue, path: string): Promise<void> {
  const answer = await queue.shrink(path);
  if (answer === 'failed' || ('fault' in answer && answer.fault === 'missing')) return;
  await writeRenditions(path, (side) => ('made' in answer ? answer.made[side] : NONE));
  // Removed meanwhile: whoever removed it has not seen these.
  await access(path).catch(() => removeRenditions(path));
}
