import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  fetchRoute,
  keyOf,
  linesOf,
  MoveDialog,
  useCapabilities,
  type MoveDialogProps,
  type Row,
} from '#kit/web/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { isManualOrder, orderLine, salesOrder } from '../model/order.ts';
import { warehouseStockRoute } from '../model/routes.ts';
import { planPart, type PartPlan } from './part-plan.ts';
import { Consequences, WithOrder } from './order-move-dialog.tsx';
import { openUnits, type OrderDetailRow, type OrderLineRow } from './order-row.ts';
import './accept-part.css';

/** 部分接单: of each line so many now, so many on a later day, so many not at all. */
export const AcceptPart = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title="部分接单">
    {(order) => <PartForm dialog={props} order={order} />}
  </WithOrder>
);

/** What of the answers the platform does not take, by the column that asks for it. */
const NEEDS: Readonly<Record<string, string>> = { backorder: 'backorder', refuse: 'refuseUnits' };

function PartForm({ dialog, order }: { dialog: MoveDialogProps; order: OrderDetailRow }): ReactNode {
  const needed = useCapabilities(orderLifecycle)?.(order);
  const closed = (column: string): string | undefined =>
    needed?.(NEEDS[column] ?? '') === 'no' ? '平台不支持' : undefined;
  return (
    <MoveDialog
      {...dialog}
      row={{ ...order }}
      lines={{
        rows: linesOf(order, orderLine),
        // What is held can leave now; the rest later, where that is taken.
        start(row: Row) {
          const { qtyReserved, ...line } = row as unknown as OrderLineRow;
          const open = openUnits({ ...line, qtyReserved });
          const now = Math.min(open, qtyReserved);
          return { now, backorder: closed('backorder') ? 0 : open - now };
        },
        closed,
        fields: ({ reason }, questionLines) =>
          reason && planPart(questionLines).refuse > 0 ? { reason: { ...reason, required: true } } : {},
        fault: (questionLines) => planPart(questionLines).fault,
        okText(questionLines) {
          const { fault, now, backorder } = planPart(questionLines);
          return fault ? '接单' : `接单 ${now + backorder} 件`;
        },
        above: <StockOfWarehouses id={order.id} />,
        below(questionLines) {
          const plan = planPart(questionLines);
          return plan.fault ? (
            <p className="or-weak">{plan.fault}</p>
          ) : (
            <PartConsequences plan={plan} isOwn={isManualOrder(order.orderType)} />
          );
        },
      }}
    />
  );
}

/** What each warehouse has of the goods beyond what the order holds; nothing for whoever may not see stock. */
function StockOfWarehouses({ id }: { id: string }): ReactNode {
  const { data = [] } = useQuery({
    queryKey: keyOf(salesOrder, 'warehouseStock', [id]),
    queryFn: ({ signal }) => fetchRoute(warehouseStockRoute, { body: { ids: [id] }, signal }),
    staleTime: 0,
  });
  if (data.length === 0) return null;
  return (
    <ul className="or-part-stock" aria-label="各仓库存">
      {data.map(({ warehouseId, warehouse, parts }) => (
        <li key={warehouseId}>
          <span>{warehouse}</span>
          {parts.map(({ code, available, held }) => (
            <span key={code} className={available > held ? 'or-there' : 'or-bad'}>
              {parts.length > 1 && `${code} `}另有可用 {available - held}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function PartConsequences({ plan, isOwn }: { plan: PartPlan; isOwn: boolean }): ReactNode {
  const texts = [
    `现在接 ${plan.now} 件，预占库存，可以马上配货。`,
    ...(plan.backorder > 0
      ? [
          `缺货待补 ${plan.backorder} 件：不占库存，到货后按最晚发货先后自动预占${isOwn ? '' : '；平台收到的是最后一个发货日'}。`,
        ]
      : []),
    ...(plan.refuse > 0 ? [`拒绝 ${plan.refuse} 件：本地取消${isOwn ? '' : '并通知平台'}。`] : []),
    ...(plan.refuse > 0 && !isOwn ? ['平台按整行接单时，先到平台取消拒绝的数量，再在“任务”里重试接单。'] : []),
  ];
  return <Consequences title={`将接单 ${plan.now + plan.backorder} 件`} texts={texts} />;
}
