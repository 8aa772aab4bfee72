import { useCallback, useEffect, useState } from 'react';
import type { SignInProvider } from '#kit/model/sign-in-ways.ts';
import type { SignInAnswer } from '#modules/system/model/routes/session.ts';
import { choicesOf, startSession } from '../sign-in.ts';
import { brought, exchange, failureText, type ThirdPage } from './third-sign-in.ts';

/** Where a sign-in at another system stands. */
export type ThirdStage =
  /** Nobody has set out, or the last try failed. */
  | { kind: 'idle'; failure: string | null }
  | { kind: 'working' }
  | { kind: 'binding'; ticket: string }
  | { kind: 'choosing'; answer: SignInAnswer };

/** Goes on with what the browser brought back from another system. */
export function useThirdSignIn(
  page: ThirdPage,
  providers: readonly SignInProvider[],
): {
  stage: ThirdStage;
  /** In: asks for tenant and department where there are several. */
  enter: (answer: SignInAnswer) => void;
  fail: (failure: string | null) => void;
} {
  const [taken] = useState(() => brought(location.search, providers));
  const [stage, setStage] = useState<ThirdStage>(() =>
    taken ? { kind: 'working' } : { kind: 'idle', failure: failureText(location.search) },
  );
  const enter = useCallback((answer: SignInAnswer): void => {
    const { tenants, departs } = choicesOf(answer);
    if (tenants.length > 0 || departs.length > 0) setStage({ kind: 'choosing', answer });
    else startSession(answer);
  }, []);
  const fail = useCallback((failure: string | null): void => setStage({ kind: 'idle', failure }), []);
  useEffect(() => {
    if (!taken) return;
    let isGone = false;
    void exchange(taken, page).then((outcome) => {
      if (isGone) return;
      if (outcome.kind === 'in') enter(outcome.answer);
      else if (outcome.kind === 'binding') setStage(outcome);
      else fail(outcome.message);
    });
    return () => void (isGone = true);
  }, [taken, page, enter, fail]);
  return { stage, enter, fail };
}
