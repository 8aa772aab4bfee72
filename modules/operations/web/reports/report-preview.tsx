import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchRoute, useDebounced } from '#kit/web/index.ts';
import { designCalls } from '../../model/reports/routes.ts';
import { ReportChart } from './report-chart.tsx';
import { ReportTable } from './report-table.tsx';
import { useTyped } from './use-sources.ts';

const PAUSE_MS = 500;

/** The report as it would look now, with its first rows and the values that its parameters begin with. */
export function ReportPreview(): ReactNode {
  const [source, items, params, layout] = [
    useTyped('source'),
    useTyped('items'),
    useTyped('params'),
    useTyped('layout'),
  ];
  const typed = useDebounced(JSON.stringify({ source, items, params, layout }), PAUSE_MS);
  const preview = useQuery({
    queryKey: ['report', 'preview', typed],
    queryFn: ({ signal }) => {
      const body = JSON.parse(typed) as Record<'source' | 'items' | 'params' | 'layout', string | null>;
      return fetchRoute(designCalls.preview, {
        body: {
          source: body.source ?? '',
          items: body.items ?? '',
          params: body.params ?? '',
          layout: body.layout ?? '',
        },
        signal,
      });
    },
    enabled: source !== null && items !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (source === null || items === null) return null;
  const { data, error, isFetching } = preview;
  return (
    <section className="op-preview" aria-label="预览">
      <h3>预览</h3>
      {error && <p className="op-fault">{error.message}</p>}
      {data && !error && (
        <>
          <ReportChart report={data.report} rows={data.data.records} />
          <ReportTable report={data.report} data={data.data} isBusy={isFetching} />
        </>
      )}
    </section>
  );
}
