import { useState, type ReactNode } from 'react';
import { FinanceGroup } from './analysis/finance-group.tsx';
import { OrdersGroup } from './analysis/orders-group.tsx';
import { PerformanceGroup } from './analysis/performance-group.tsx';
import { askedBy, beforeTitle, PeriodChoice, type ChosenPeriod } from './analysis/period-choice.tsx';
import { SalesGroup } from './analysis/sales-group.tsx';
import { StockGroup } from './analysis/stock-group.tsx';

/** 经营: the figures of a period by group, in the base currency, each the way to its rows. */
export function BusinessBand({
  isHeld,
}: {
  /** What stands above is not known yet. */
  isHeld: boolean;
}): ReactNode {
  const [chosen, setChosen] = useState<ChosenPeriod>({ period: 'week', range: null });
  const of = { asked: askedBy(chosen), before: beforeTitle(chosen), isHeld };
  // Another element once its place is known: what is on its way moves nothing that can be read.
  return (
    <section key={isHeld ? 'coming' : 'there'} aria-label="经营" inert={isHeld} className="dk-band dk-business">
      <div className="dk-head">
        <h2>经营</h2>
        <PeriodChoice chosen={chosen} onChoose={setChosen} />
      </div>
      <SalesGroup {...of} />
      <OrdersGroup {...of} />
      <StockGroup {...of} />
      <PerformanceGroup {...of} />
      <FinanceGroup {...of} />
    </section>
  );
}
