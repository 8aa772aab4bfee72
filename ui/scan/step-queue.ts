/** A step that is to be stored, under the key that makes it happen once. */
export interface KeyedStep {
  key: string;
}

export interface StepQueueOptions<One extends KeyedStep, Answer> {
  send: (one: One) => Promise<Answer>;
  /** What a step is about: the last one waiting about it is set apart from the others. */
  subjectOf: (one: One) => string;
  /** Whether it is not known what became of a call: it is sent again, under its key. */
  isUnknown: (error: unknown) => boolean;
  /** Keeps what is not stored yet over a reload. */
  keep: (steps: readonly One[]) => void;
  onAnswer: (one: One, answer: Answer, isLast: boolean) => void;
  onRefused: (one: One, error: unknown) => void;
  onChange: (waiting: number, isStuck: boolean) => void;
  /** Waits before the next try. */
  pause: () => Promise<void>;
}

export interface StepQueue<One extends KeyedStep> {
  push(one: One): void;
  readonly waiting: readonly One[];
  /** Tries again at once. */
  wake(): void;
  /** Sends no more; what waits is kept. */
  stop(): void;
}

/**
 * Steps one after the other, in the order in which they were made. Without an answer a step is sent
 * again under its key until there is one; one that is refused is reported, never dropped in silence, and
 * those behind it go on: each stands for itself.
 */
export function createStepQueue<One extends KeyedStep, Answer>(
  options: StepQueueOptions<One, Answer>,
  stored: readonly One[] = [],
): StepQueue<One> {
  const steps: One[] = [...stored];
  let isBusy = false;
  let isStopped = false;
  let wake = (): void => undefined;
  const changed = (isStuck: boolean): void => {
    options.keep(steps);
    options.onChange(steps.length, isStuck);
  };
  const attempt = async (one: One): Promise<boolean> => {
    try {
      const answer = await options.send(one);
      steps.shift();
      const subject = options.subjectOf(one);
      const isLast = steps.every((other) => options.subjectOf(other) !== subject);
      changed(false);
      options.onAnswer(one, answer, isLast);
    } catch (error) {
      if (options.isUnknown(error)) return false;
      steps.shift();
      changed(false);
      options.onRefused(one, error);
    }
    return true;
  };
  const run = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    for (let one = steps[0]; one && !isStopped; one = steps[0]) {
      if (await attempt(one)) continue;
      changed(true);
      await Promise.race([options.pause(), new Promise<void>((go) => (wake = go))]);
    }
    isBusy = false;
  };
  if (steps.length > 0) void run();
  return {
    get waiting() {
      return steps;
    },
    push(one) {
      steps.push(one);
      changed(false);
      void run();
    },
    wake: () => wake(),
    stop() {
      isStopped = true;
      wake();
    },
  };
}
