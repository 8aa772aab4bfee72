import { useSyncExternalStore } from 'react';
import { ApiError } from '#ui/http/api-error.ts';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';

/** A sign-in that waits for the second factor of the person. */
export interface SecondStep {
  ticket: string;
  finish: (answer: SignInAnswer) => void;
  /** Ends it; the form of the first step says why. */
  giveUp: (reason: ApiError) => void;
}

let waiting: SecondStep | null = null;
const hearers = new Set<() => void>();

function setWaiting(step: SecondStep | null): void {
  waiting = step;
  for (const hear of hearers) hear();
}

const subscribe = (hear: () => void): (() => void) => {
  hearers.add(hear);
  return () => void hearers.delete(hear);
};

/** The step that is to be asked for; null when none is. */
export const useSecondStep = (): SecondStep | null => useSyncExternalStore(subscribe, () => waiting);

/**
 * A first step, whichever it is, and the second where the server asks for it: the caller waits
 * until the person has shown their code. What came along with the question joins the answer.
 * @throws ApiError when either step fails or they go back
 */
export async function throughSecondStep(first: Promise<SignInAnswer>): Promise<SignInAnswer> {
  try {
    return await first;
  } catch (error) {
    const request = questionOf(error);
    if (!request) throw error;
    const { secondFactorTicket: ticket, expiresInSeconds: _, ...along } = request;
    const answer = await new Promise<SignInAnswer>((finish, giveUp) => setWaiting({ ticket, finish, giveUp })).finally(
      () => setWaiting(null),
    );
    return { ...answer, ...along };
  }
}

interface Question {
  secondFactorTicket: string;
  expiresInSeconds?: number;
}

function questionOf(error: unknown): Question | null {
  const result = error instanceof ApiError ? (error.result as Partial<Question> | null) : null;
  return typeof result?.secondFactorTicket === 'string' ? (result as Question) : null;
}
