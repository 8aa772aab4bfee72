import { Worker } from 'node:worker_threads';
import type { ShrinkAnswer, ShrinkTask } from './shrink-thread.ts';

/** The largest picture takes three seconds; one that takes this long was made to. */
const LIMIT_MS = 20_000;
/** More than a busy hour brings; whatever comes on top is made when it is looked at. */
const MOST_WAITING = 200;

interface Waiting extends ShrinkTask {
  settle: (answer: ShrinkAnswer | 'failed') => void;
}

/**
 * Makes pictures smaller, one after the other in a thread of their own: unfolded, the largest takes
 * half a gigabyte. The thread lives as long as there is something to do, and gives all back.
 */
export class ShrinkQueue {
  #waiting: Waiting[] = [];
  #worker: Worker | null = null;
  #current: Waiting | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @returns 'failed' where that says nothing about the picture: try again another time */
  shrink(path: string): Promise<ShrinkAnswer | 'failed'> {
    if (this.#waiting.length >= MOST_WAITING) return Promise.resolve('failed');
    return new Promise((settle) => {
      this.#waiting.push({ path, settle });
      if (!this.#current) this.#next();
    });
  }

  #next(): void {
    this.#current = this.#waiting.shift() ?? null;
    if (!this.#current) return this.#end();
    this.#worker ??= this.#start();
    this.#timer = setTimeout(() => this.#give({ fault: 'unreadable' }), LIMIT_MS).unref();
    this.#worker.postMessage({ path: this.#current.path } satisfies ShrinkTask);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./shrink-thread.ts', import.meta.url), {
      stdout: true,
      stderr: true,
    });
    const lose = (): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#give('failed');
    };
    worker.on('message', (answer: ShrinkAnswer) => {
      if (this.#worker === worker) this.#give(answer);
    });
    worker.on('error', lose).on('exit', lose);
    // Nobody waits for small pictures to leave.
    worker.unref();
    return worker;
  }

  #give(answer: ShrinkAnswer | 'failed'): void {
    clearTimeout(this.#timer);
    // A codec that stumbled or never ended is not trusted with the next picture.
    if (answer === 'failed' || 'fault' in answer) this.#end();
    const done = this.#current;
    this.#current = null;
    done?.settle(answer);
    this.#next();
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
  }
}
