import { useMemo, type ReactNode } from 'react';
import type { ReportColumns, ReportRow } from '#kit/model/report.ts';
import { Chart } from '#kit/web/index.ts';
import { chartData, chartOption } from './chart-option.ts';

const HEIGHT = 260;

/** The chart of a report; its figures stand in the table below it. */
export function ReportChart({ report, rows }: { report: ReportColumns; rows: readonly ReportRow[] }): ReactNode {
  const drawn = useMemo(() => {
    const data = chartData(report, rows);
    return (
      data && {
        label: `${report.cgRpConfigName}图表：${data.series.map(({ title }) => title).join('、')}`,
        option: chartOption(data),
      }
    );
  }, [report, rows]);
  return drawn && <Chart label={drawn.label} height={HEIGHT} option={drawn.option} />;
}
