import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { SourceLink } from '#kit/web/index.ts';
import type { supplierScore } from '../model/supplier-score.ts';

export type ScoreRow = WireRow<typeof supplierScore>;

/** Days that figures are counted over, as the addresses of lists have them. */
export interface Period {
  begin: string;
  end: string;
}

/** 93.8%, from a share such as 0.9375; null: there is nothing to share. */
export const percent = (share: string | null | undefined): string | null =>
  share === null || share === undefined ? null : `${(Number(share) * 100).toFixed(1).replace(/\.0$/, '')}%`;

/** Days to one place. */
export const days = (mean: string | null | undefined): string | null =>
  mean === null || mean === undefined ? null : `${Number(mean).toFixed(1).replace(/\.0$/, '')} 天`;

/** A figure as the way to the lines that it counts. */
export function DeliveryLink({
  row,
  period,
  filter = {},
  title,
  children,
}: {
  row: Pick<ScoreRow, 'supplierId'>;
  period: Period;
  filter?: Readonly<Record<string, string>>;
  title: string;
  children: ReactNode;
}): ReactNode {
  const query = new URLSearchParams({
    supplierId: row.supplierId,
    orderedOn_begin: period.begin,
    orderedOn_end: period.end,
    ...filter,
  });
  return (
    <SourceLink
      title={title}
      permission="purchasing:supplierDelivery:list"
      path={`/purchase/delivery?${query.toString()}`}
    >
      {children}
    </SourceLink>
  );
}

export const JUDGED = { outcome: 'onTime,late,overdue,missed' };
export const LATE = { outcome: 'late,overdue' };
