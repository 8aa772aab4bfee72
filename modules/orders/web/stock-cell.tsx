import type { ReactNode } from 'react';
import type { OrderRow } from './order-row.ts';
import { useGlance } from './use-glance.ts';
import './orders.css';

/** The longest that the cell of an order may say, before its units are counted: a column has room for it at once. */
export const stockTextAtMost = ({ status, holds, unitCount }: OrderRow): string => {
  if (status === 'draft') return '草稿';
  if (holds?.includes('unmapped')) return '待配对';
  return `${unitCount}/${unitCount}${holds?.includes('outOfStock') ? ' 未预占' : ''}`;
};

/** Units of stock held for an order, of those it still has to ship: `3/3`, `0/2 缺`. */
export function StockCell({ row }: { row: OrderRow }): ReactNode {
  const glance = useGlance(row.id);
  if (!glance) return <span className="wb-none">…</span>;
  // A draft asks for no stock yet.
  if (row.status === 'draft') return <span className="or-weak">草稿</span>;
  if (row.holds?.includes('unmapped')) return <span className="or-weak">待配对</span>;
  const { open, reserved } = glance;
  if (open === 0) return <span className="wb-none">—</span>;
  const isShort = reserved < open;
  return (
    <span
      className={isShort ? 'or-stock or-stock-short' : 'or-stock'}
      title={`未发货 ${open} 件，已预占 ${reserved} 件`}
    >
      {reserved}/{open}
      {isShort && (reserved === 0 ? ' 未预占' : ' 缺')}
    </span>
  );
}
