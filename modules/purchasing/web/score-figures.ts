import type { WireRow } from '#kit/model/row.ts';
import { periodFilter, type DrillTo, type Period } from '#kit/web/index.ts';
import type { supplierScore } from '../model/supplier-score.ts';

export type ScoreRow = WireRow<typeof supplierScore>;

/** The way to the lines that a figure of a supplier counts, from 到货明细. */
export const deliveriesOf = (
  { supplierId }: Pick<ScoreRow, 'supplierId'>,
  period: Period,
  title: string,
  filter: Readonly<Record<string, string>> = {},
): DrillTo => ({
  title,
  permission: 'purchasing:supplierDelivery:list',
  path: '/purchase/delivery',
  filter: { supplierId, ...periodFilter('orderedOn', period), ...filter },
});

export const JUDGED = { outcome: 'onTime,late,overdue,missed' };
export const LATE = { outcome: 'late,overdue' };
