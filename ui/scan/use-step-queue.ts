import { useEffect, useRef, useState } from 'react';
import { dropLocally, writeLocal, readLocal } from '../browser-store.ts';
import { isOutcomeUnknown } from '../http/api-error.ts';
import { createStepQueue, type KeyedStep, type StepQueue } from './step-queue.ts';

const PAUSE_MS = 2000;

export interface StepHearing<One extends KeyedStep, Answer> {
  send: (one: One) => Promise<Answer>;
  subjectOf: (one: One) => string;
  onAnswer: (one: One, answer: Answer, isLast: boolean) => void;
  onRefused: (one: One, error: unknown) => void;
}

export interface StepsOfDevice<One extends KeyedStep> {
  push: (one: One) => void;
  /** Steps that are not stored yet. */
  waiting: number;
  /** Without a network. */
  isStuck: boolean;
  /** Those of them about a subject, in their order. */
  unstored: (subject: string) => One[];
}

/**
 * Steps of this device, sent one after the other and kept over a reload until they are stored.
 * @param name what they are kept under: of one person and one desk
 */
export function useStepQueue<One extends KeyedStep, Answer>(
  name: string,
  hearing: StepHearing<One, Answer>,
): StepsOfDevice<One> {
  const [state, setState] = useState({ waiting: 0, isStuck: false });
  const heard = useRef(hearing);
  useEffect(() => {
    heard.current = hearing;
  });
  const queue = useRef<StepQueue<One> | null>(null);
  useEffect(() => {
    const opened = createStepQueue<One, Answer>(
      {
        send: (one) => heard.current.send(one),
        subjectOf: (one) => heard.current.subjectOf(one),
        isUnknown: isOutcomeUnknown,
        keep: (steps) => void (steps.length > 0 ? writeLocal(name, JSON.stringify(steps)) : dropLocally(name)),
        onAnswer: (one, answer, isLast) => heard.current.onAnswer(one, answer, isLast),
        onRefused: (one, error) => heard.current.onRefused(one, error),
        onChange: (waiting, isStuck) => setState({ waiting, isStuck }),
        pause: () => new Promise((go) => setTimeout(go, PAUSE_MS)),
      },
      storedSteps<One>(readLocal(name)),
    );
    queue.current = opened;
    const wake = (): void => opened.wake();
    window.addEventListener('online', wake);
    return () => {
      window.removeEventListener('online', wake);
      opened.stop();
    };
  }, [name]);
  return {
    ...state,
    unstored: (subject) => (queue.current?.waiting ?? []).filter((one) => heard.current.subjectOf(one) === subject),
    push: (one) => queue.current?.push(one),
  };
}

/** What was kept before a reload; what cannot be read is none. */
function storedSteps<One>(text: string | null): One[] {
  try {
    const read = JSON.parse(text ?? '[]') as unknown;
    return Array.isArray(read) ? (read as One[]) : [];
  } catch {
    return [];
  }
}
