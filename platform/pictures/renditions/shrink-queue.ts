import { fork, type ChildProcess } from 'node:child_process';
import type { ReadAnswer, ShrinkTask } from './shrink-process.ts';
import type { RenditionSide } from '#kit/model/rendition.ts';

/** The largest picture takes two seconds; one that takes this long was made to. */
const LIMIT_MS = 20_000;
/** More than a busy hour brings; whatever comes on top is made when it is looked at. */
const MOST_WAITING = 200;

const PROGRAM = new URL('./shrink-process.ts', import.meta.url);
/** Without these Windows starts nothing; settings and secrets of the server are not among them. */
const ENVIRONMENT = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
/** How a program ends that a picture has broken. */
const CRASHES: ReadonlySet<string | null> = new Set(['SIGABRT', 'SIGBUS', 'SIGILL', 'SIGSEGV']);

interface Waiting<M> extends ShrinkTask {
  settle: (answer: ReadAnswer<M> | 'failed') => void;
}

/**
 * Makes pictures smaller, or whatever else its program makes of them (`M`), one after the other in a
 * process of their own: whatever a picture does to
 * the native code that reads it, it does to that alone. The process lives as long as there is
 * something to do, and gives all back.
 */
export class ShrinkQueue<M = Record<RenditionSide, Uint8Array>> {
  #waiting: Waiting<M>[] = [];
  #worker: ChildProcess | null = null;
  #current: Waiting<M> | null = null;
  #timer: NodeJS.Timeout | undefined;
  readonly #program: URL;

  /** @param program what answers each `ShrinkTask` with a `ReadAnswer` */
  constructor(program: URL = PROGRAM) {
    this.#program = program;
  }

  /** @returns 'failed' where that says nothing about the picture: try again another time */
  shrink(path: string): Promise<ReadAnswer<M> | 'failed'> {
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
    // One that cannot be reached is about to say that it has ended.
    this.#worker.send({ path: this.#current.path } satisfies ShrinkTask, () => undefined);
  }

  #start(): ChildProcess {
    const worker = fork(this.#program, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: Object.fromEntries(ENVIRONMENT.map((name) => [name, process.env[name]])),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const lose = (answer: ReadAnswer<M> | 'failed'): void => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#give(answer);
    };
    worker.on('message', (answer) => {
      if (this.#worker === worker) this.#give(answer as ReadAnswer<M>);
    });
    worker.on('error', () => lose('failed'));
    worker.on('exit', (_code, signal) => lose(CRASHES.has(signal) ? { fault: 'unreadable' } : 'failed'));
    // Nobody waits for small pictures to leave.
    worker.unref();
    worker.channel?.unref();
    return worker;
  }

  #give(answer: ReadAnswer<M> | 'failed'): void {
    clearTimeout(this.#timer);
    // A decoder that stumbled or never ended is not trusted with the next picture.
    if (answer === 'failed' || 'fault' in answer) this.#end();
    const done = this.#current;
    this.#current = null;
    done?.settle(answer);
    this.#next();
  }

  #end(): void {
    const worker = this.#worker;
    this.#worker = null;
    worker?.kill('SIGKILL');
  }
}
