import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toast } from '#ui/feedback.tsx';
import { kitServices } from '../services.ts';
import { sharedRequest } from './shared-request.ts';

export interface ReportRequest {
  pageNo: number;
  pageSize: number;
  column?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
  filters: Readonly<Record<string, string>>;
}

/** Columns, conditions and one page of a report; `groupId` shares its requests with other fields. */
export function useReport(
  code: string,
  param: Readonly<Record<string, string>>,
  request: ReportRequest,
  groupId: string | undefined,
) {
  const { reports } = kitServices.get();
  const shared = <T>(what: string, ask: () => Promise<T>): Promise<T> => sharedRequest(groupId, `${code} ${what}`, ask);
  const columns = useQuery({
    queryKey: ['report', code, 'columns'],
    queryFn: () => shared('columns', () => reports.columns(code)),
    retry: false,
  });
  const id = columns.data?.cgRpConfigId;
  const info = useQuery({
    queryKey: ['report', code, 'queryInfo'],
    queryFn: () => shared('queryInfo', () => reports.queries(code)),
    enabled: id !== undefined,
    retry: false,
  });
  const infoFault = info.error?.message;
  useEffect(() => {
    if (infoFault) toast.warn(infoFault);
  }, [infoFault]);
  const query = dataQuery(param, request);
  const data = useQuery({
    queryKey: ['report', code, 'data', query],
    queryFn: () => shared(`data ${JSON.stringify(query)}`, () => reports.data(code, query)),
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
