import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { addDays } from '#kit/model/time.ts';
import {
  fetchResource,
  daysText,
  DrillLink,
  keyOf,
  shareText,
  SourceLink,
  tenantDay,
  usePermission,
} from '#kit/web/index.ts';
import { SCORE_DAYS, supplierScore } from '../model/supplier-score.ts';
import { deliveriesOf, JUDGED, LATE, type ScoreRow } from './score-figures.ts';
import { SupplierBalances } from './supplier-balance.tsx';
import './purchasing.css';

/** On a supplier: what we owe each other, and how it has delivered of late. */
export const SupplierStanding = ({ supplierId }: { supplierId: string }): ReactNode => (
  <>
    <Delivered supplierId={supplierId} />
    <SupplierBalances supplierId={supplierId} />
  </>
);

function Delivered({ supplierId }: { supplierId: string }): ReactNode {
  const maySee = usePermission('purchasing:supplierScore:list');
  const { data } = useQuery({
    queryKey: keyOf(supplierScore, 'standing', supplierId),
    queryFn: ({ signal }) => fetchResource<{ records: ScoreRow[] }>(supplierScore, 'list', { supplierId }, { signal }),
    enabled: maySee,
  });
  const row = data?.records[0];
  if (!maySee || !data) return null;
  if (!row) return <span className="pu-weak">近 {SCORE_DAYS} 天没有下过单</span>;
  const end = tenantDay();
  const period = { begin: addDays(end, 1 - SCORE_DAYS), end };
  return (
    <span className="pu-standing">
      <SourceLink
        title="看供应商评分"
        permission="purchasing:supplierScore:list"
        path={`/purchase/score?supplierId=${supplierId}`}
      >
        <strong>{row.score === null ? '未评分' : `${row.score} 分`}</strong>
      </SourceLink>
      {row.onTimeShare !== null && (
        <DrillLink {...deliveriesOf(row, period, '看到期的行', JUDGED)}>准时 {shareText(row.onTimeShare)}</DrillLink>
      )}
      {row.averageDelay !== null && (
        <DrillLink {...deliveriesOf(row, period, '看迟到的行', LATE)}>平均晚 {daysText(row.averageDelay)}</DrillLink>
      )}
      {row.fillShare !== null && <span>到齐 {shareText(row.fillShare)}</span>}
      {row.badShare !== null && <span>不良 {shareText(row.badShare)}</span>}
      {row.leadDays !== null && <span>实际交期 {daysText(row.leadDays)}</span>}
      <span className="pu-weak">近 {SCORE_DAYS} 天</span>
    </span>
  );
}
