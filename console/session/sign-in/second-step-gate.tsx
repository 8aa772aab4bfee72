import { lazy, Suspense, type ReactNode } from 'react';
import { loadOnce } from '#ui/chunk-reload.ts';
import { useSecondStep } from './second-step.ts';

const SecondFactorForm = lazy(() =>
  loadOnce(() => import('./second-factor-form.tsx')).then((module) => ({
    default: module.SecondFactorForm,
  })),
);

/** Asks for the second factor in place of the first step, which stays as it is behind it. */
export function SecondStepGate({ children }: { children: ReactNode }): ReactNode {
  const step = useSecondStep();
  return (
    <>
      <div hidden={step !== null}>{children}</div>
      {step && (
        <Suspense fallback={<p>加载中…</p>}>
          <SecondFactorForm key={step.ticket} step={step} />
        </Suspense>
      )}
    </>
  );
}
