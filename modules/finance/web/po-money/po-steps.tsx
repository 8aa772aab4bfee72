import type { ReactNode } from 'react';
import { grouped } from '#kit/web/index.ts';
import type { PoSource, PoStep } from '../../model/po-money/po-money-routes.ts';
import { PoSourceLink } from './po-source-link.tsx';

/** From what was ordered to what is still open: each step hangs from the one before, its rows below it. */
export function PoSteps({ steps, currency }: { steps: readonly PoStep[]; currency: string }): ReactNode {
  return (
    <section className="wb-detail-part">
      <h2>
        从订单到到账 <span className="wb-part-count">{currency}</span>
      </h2>
      <ol className="fi-po-steps" aria-label="从订单金额到未收">
        {placed(steps).map(({ step, from, width }) => (
          <li key={step.key}>
            <div className="fi-po-step">
              <span className={step.kind === 'sum' ? 'fi-po-sum' : ''}>{step.title}</span>
              <span className="fi-po-track" aria-hidden>
                <span className={`fi-po-bar fi-po-${toneOf(step)}`} style={{ left: `${from}%`, width: `${width}%` }} />
              </span>
              <span className={`fi-po-figure ${step.kind === 'sum' ? 'fi-po-sum' : ''}`}>
                {step.key === 'received' ? '' : SIGNS[step.kind]}
                {grouped(step.amount)}
              </span>
            </div>
            {step.sources.length > 0 && <Sources sources={step.sources} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

const SIGNS: Readonly<Record<PoStep['kind'], string>> = { sum: '', less: '−', more: '+' };

function toneOf({ key, kind, amount }: PoStep): 'base' | 'good' | 'bad' | 'wait' | 'weak' {
  if (key === 'received' || kind === 'more') return 'good';
  if (key === 'open') return Number(amount) > 0 ? 'wait' : 'base';
  if (kind === 'sum') return 'base';
  return key === 'uninvoiced' ? 'weak' : 'bad';
}

interface Placed {
  step: PoStep;
  /** Per cent of the greatest sum: only drawn, never counted on. */
  from: number;
  width: number;
}

function placed(steps: readonly PoStep[]): Placed[] {
  const most = Math.max(...steps.map(({ amount }) => Number(amount)), 0) || 1;
  const part = (amount: number): number => Math.min(100, Math.max(0, (amount / most) * 100));
  let at = 0;
  return steps.map((step) => {
    const amount = Number(step.amount);
    const before = at;
    at = step.kind === 'sum' ? amount : step.kind === 'less' ? before - amount : before + amount;
    const [low, high] = step.kind === 'sum' ? [0, amount] : [Math.min(before, at), Math.max(before, at)];
    return { step, from: part(low), width: part(high) - part(low) };
  });
}

/** The documents and rows that a figure is read from. */
const Sources = ({ sources }: { sources: readonly PoSource[] }): ReactNode => (
  <ul className="fi-po-sources">
    {sources.map((one, at) => (
      <li key={`${one.id} ${at}`}>
        <span>
          <PoSourceLink of={one} />
          {one.place && <span className="fi-weak"> {one.place}</span>}
        </span>
        {one.amount !== null && <span className="fi-po-figure">{grouped(one.amount)}</span>}
      </li>
    ))}
  </ul>
);
