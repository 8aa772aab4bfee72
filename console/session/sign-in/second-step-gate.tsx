import type { ReactNode } from 'react';
import { fetched } from '#ui/fetched.tsx';
import { useSecondStep } from './second-step.ts';

const SecondFactorForm = fetched(
  () => import('./second-factor-form.tsx').then((module) => module.SecondFactorForm),
  <p>加载中…</p>,
);

/** Asks for the second factor in place of the first step, which stays as it is behind it. */
export function SecondStepGate({ children }: { children: ReactNode }): ReactNode {
  const step = useSecondStep();
  return (
    <>
      <div hidden={step !== null}>{children}</div>
      {step && <SecondFactorForm key={step.ticket} step={step} />}
    </>
  );
}
