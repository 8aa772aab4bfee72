import { ShrinkQueue } from '../renditions/shrink-queue.ts';
import type { Measures } from './measure-process.ts';

export type { Measures } from './measure-process.ts';

/** Measures stored pictures, one after the other in a process without secrets (ADR 13). */
export interface Measuring {
  /**
   * @param path where the picture lies
   * @returns 'unreadable' for good; 'failed' where that says nothing about the picture
   */
  of(path: string): Promise<Measures | 'unreadable' | 'failed'>;
}

const PROGRAM = new URL('./measure-process.ts', import.meta.url);

export function createMeasuring(): Measuring {
  const queue = new ShrinkQueue<Measures>(PROGRAM);
  return {
    async of(path) {
      const answer = await queue.shrink(path);
      if (answer === 'failed') return 'failed';
      return 'made' in answer ? answer.made : 'unreadable';
    },
  };
}
