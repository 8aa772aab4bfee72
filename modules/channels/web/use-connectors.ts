import { useQuery } from '@tanstack/react-query';
import { get } from '#kit/web/index.ts';
import type { AccountField, Supports } from '../model/port.ts';

/** A marketplace Waybill can speak to, and what a shop of it has to be given. */
export interface ConnectorInfo {
  code: string;
  title: string;
  supports: Supports;
  accountFields: readonly AccountField[];
}

/** The connectors of this install; they change with the program only. */
export const useConnectors = () =>
  useQuery({
    queryKey: ['channels:connectors'],
    queryFn: ({ signal }) => get<ConnectorInfo[]>('/channels/connectors', {}, { signal }),
    staleTime: Infinity,
  });
