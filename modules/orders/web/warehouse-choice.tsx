import { useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute, keyOf } from '#kit/web/index.ts';
import { salesOrder } from '../model/order.ts';
import { warehouseStockRoute, type WarehouseStock } from '../model/routes.ts';
import './warehouse-choice.css';

export interface WarehouseChoiceProps {
  /** Orders that are to leave from somewhere else. */
  ids: readonly string[];
  /** Where one of them leaves from now. */
  from?: unknown;
}

/** What each warehouse has for the orders, chosen by a click; nothing for whoever may not see stock. */
export function WarehouseChoice({ ids, from }: WarehouseChoiceProps): ReactNode {
  const form = Form.useFormInstance<{ warehouseId?: string | null }>();
  const chosen = Form.useWatch('warehouseId', form);
  const { data, error } = useQuery({
    queryKey: keyOf(salesOrder, 'warehouseStock', ids),
    queryFn: ({ signal }) => fetchRoute(warehouseStockRoute, { body: { ids }, signal }),
    staleTime: 0,
  });
  if (error) return <p className="or-bad">各仓库存读不出来：{error.message}</p>;
  if (!data || data.length === 0) return null;
  return (
    <ul className="or-warehouses" aria-label="各仓库存">
      {data.map((one) => (
        <li key={one.warehouseId}>
          <button
            type="button"
            aria-pressed={chosen === one.warehouseId}
            onClick={() => form.setFieldsValue({ warehouseId: one.warehouseId })}
          >
            <span>
              {one.warehouse}
              {one.warehouseId === from && <span className="or-weak">（现在的仓）</span>}
            </span>
            <Enough of={one} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Of one order what is there of each SKU, of many for how many it is enough. */
function Enough({ of: { enough, orders, parts } }: { of: WarehouseStock }): ReactNode {
  const isEnough = enough === orders;
  if (orders > 1)
    return (
      <span className={isEnough ? 'or-there' : 'or-bad'}>
        够 {enough}/{orders} 单
      </span>
    );
  return (
    <span className="or-warehouse-parts">
      {parts.map(({ code, needed, available }) => (
        <span key={code}>
          {parts.length > 1 && `${code} `}
          <span className={available >= needed ? 'or-there' : 'or-bad'}>可用 {available}</span>
          <span className="or-weak"> / 需 {needed}</span>
        </span>
      ))}
    </span>
  );
}
