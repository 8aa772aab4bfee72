import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { DateRangeInput } from '#kit/web/index.ts';
import { analysisPeriod, type AnalysisPeriod } from '../../model/analysis.ts';
import type { Asked } from './use-analysis.ts';

/** What somebody has chosen, which may not be whole yet. */
export interface ChosenPeriod {
  period: AnalysisPeriod;
  /** Of 自定义. */
  range: [string, string] | null;
}

const OPTIONS = Object.entries(analysisPeriod.items).map(([value, label]) => ({ value, label }));

const BEFORE: Readonly<Record<AnalysisPeriod, string>> = {
  today: '昨日',
  yesterday: '前日',
  week: '前 7 天',
  month: '前 30 天',
  custom: '上期',
};

/** `前 7 天` */
export const beforeTitle = ({ period }: ChosenPeriod): string => BEFORE[period];

/** What is asked; days that are still missing leave the last seven. */
export function askedBy({ period, range }: ChosenPeriod): Asked {
  if (period !== 'custom') return { period };
  return range ? { period, from: range[0], to: range[1] } : { period: 'week' };
}

export function PeriodChoice({
  chosen,
  onChoose,
}: {
  chosen: ChosenPeriod;
  onChoose: (chosen: ChosenPeriod) => void;
}): ReactNode {
  return (
    <div className="dk-period">
      <Segmented
        size="small"
        aria-label="时间范围"
        value={chosen.period}
        onChange={(period) => onChoose({ ...chosen, period: period as AnalysisPeriod })}
        options={OPTIONS}
      />
      {chosen.period === 'custom' && (
        <DateRangeInput
          aria-label="自定义日期"
          value={chosen.range}
          onChange={(range) => {
            const [from, to] = range ?? [];
            onChoose({ ...chosen, range: from && to ? [from, to] : null });
          }}
        />
      )}
    </div>
  );
}
