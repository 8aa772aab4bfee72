import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useMemo } from 'react';
import { fetchRoute } from '#kit/web/index.ts';
import type { ReportItem } from '../../model/reports/definition.ts';
import { designCalls, type ReportSource } from '../../model/reports/routes.ts';

const NONE: ReportSource[] = [];

/** What reports can be made of, as far as this person may list it. */
export function useSources(): ReportSource[] {
  const { data } = useQuery({
    queryKey: ['report', 'sources'],
    queryFn: ({ signal }) => fetchRoute(designCalls.sources, { signal }),
  });
  return data ?? NONE;
}

/** What the form says of one of its fields, as it is typed. */
export function useTyped(name: string): string | null {
  const value: unknown = Form.useWatch(name, Form.useFormInstance<Record<string, unknown>>());
  return typeof value === 'string' && value !== '' ? value : null;
}

const QUERIED: Readonly<Record<string, string>> = {
  Integer: 'integer',
  Decimal: 'rate',
  Date: 'date',
  Datetime: 'datetime',
};

const NO_FIELDS: ReportSource['fields'] = [];

/** Fields of what the form has chosen. */
export function useFields(): ReportSource['fields'] {
  const sources = useSources();
  const chosen = useTyped('source');
  const [kind, items] = [useTyped('kind'), useTyped('items')];
  // Columns of a query are those that were read of it; they stand in the form themselves.
  const queried = useMemo(
    () =>
      readRows<ReportItem>(items).map(({ fieldName, fieldTxt, fieldType = 'String' }) => ({
        name: fieldName,
        title: fieldTxt || fieldName,
        kind: QUERIED[fieldType] ?? 'text',
      })),
    [items],
  );
  if (kind === 'query') return queried;
  return sources.find(({ key }) => key === chosen)?.fields ?? NO_FIELDS;
}

/** A structure that the form holds as text. */
export function readRows<T>(value: unknown): T[] {
  try {
    const read = JSON.parse(typeof value === 'string' ? value : '[]') as unknown;
    return Array.isArray(read) ? (read as T[]) : [];
  } catch {
    return [];
  }
}
