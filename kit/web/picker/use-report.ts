import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { say } from '#ui/feedback.tsx';
import { get } from '#ui/http/http.ts';
import type { ReportOptions, ReportQuery } from './report-conditions.ts';
import { sharedRequest } from './shared-request.ts';

export type ReportRow = Readonly<Record<string, unknown>>;

export interface ReportColumns {
  cgRpConfigId: string;
  cgRpConfigName: string;
  columns: { title: string; dataIndex: string; sorter?: boolean; customRender?: string }[];
  dictOptions: ReportOptions;
}

export interface ReportRequest {
  pageNo: number;
  pageSize: number;
  column?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
  filters: Readonly<Record<string, string>>;
}

const API = '/online/cgreport/api';

/** Columns, conditions and one page of a report; `groupId` shares its requests with other fields. */
export function useReport(
  code: string,
  param: Readonly<Record<string, string>>,
  request: ReportRequest,
  groupId: string | undefined,
) {
  const path = (call: string): string => `${API}/${call}/${encodeURIComponent(code)}`;
  const columns = useQuery({
    queryKey: ['report', code, 'columns'],
    queryFn: () =>
      sharedRequest(groupId, path('getRpColumns'), () => get<ReportColumns>(path('getRpColumns'))),
    retry: false,
  });
  const id = columns.data?.cgRpConfigId;
  const info = useQuery({
    queryKey: ['report', code, 'queryInfo'],
    queryFn: () =>
      sharedRequest(groupId, path('getQueryInfo'), () => get<ReportQuery[]>(path('getQueryInfo'))),
    enabled: id !== undefined,
    retry: false,
  });
  const infoFault = info.error?.message;
  useEffect(() => {
    if (infoFault) say.warn(infoFault);
  }, [infoFault]);
  const query = dataQuery(param, request);
  const data = useQuery({
    queryKey: ['report', code, 'data', query],
    queryFn: () =>
      sharedRequest(groupId, `${path('getData')}?${JSON.stringify(query)}`, () =>
        get<{ total: number; records: ReportRow[] }>(path('getData'), query),
      ),
    enabled: id !== undefined,
    placeholderData: keepPreviousData,
  });
  return { columns, info, data };
}

function dataQuery(
  param: Readonly<Record<string, string>>,
  { filters, pageNo, pageSize, column, order }: ReportRequest,
): Record<string, string> {
  const own = Object.entries(param).map(([name, value]) => [`self_${name}`, value]);
  return {
    ...Object.fromEntries(own),
    ...filters,
    pageNo: String(pageNo),
    pageSize: String(pageSize),
    ...(column ? { column, order: order ?? 'asc' } : {}),
  };
}
