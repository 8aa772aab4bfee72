import { useState, type ReactNode } from 'react';
import type { MoveDialogProps } from '#kit/web/index.ts';
import { linesOf } from '#kit/web/index.ts';
import {
  consequencesOf,
  groupOf,
  hasLabel,
  needsLabelLoss,
  type ChangeItemView,
  type ChangeScene,
} from '../model/order-change.ts';
import { orderLine } from '../model/order.ts';
import { ChangeTable } from './change-table.tsx';
import { Consequences, OrderMoveDialog, WithOrder } from './order-move-dialog.tsx';
import { pendingItems, type OrderDetailRow } from './order-row.ts';

/** 应用变更, 拒绝变更: which of the channel's changes, and what follows from it. */
export const ChangeDialog = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title="平台变更">
    {(order, refresh) => <ChangeForm dialog={props} order={order} onRefresh={refresh} />}
  </WithOrder>
);

interface ChangeFormProps {
  dialog: MoveDialogProps;
  order: OrderDetailRow;
  onRefresh: () => void;
}

function ChangeForm({ dialog, order, onRefresh }: ChangeFormProps): ReactNode {
  const isApply = dialog.move === 'applyChange';
  // Prices are taken over by those who may accept prices, with a move of their own.
  const items = pendingItems(order).filter(({ field }) => !isApply || groupOf(field) !== 'price');
  const [left, setLeft] = useState<readonly string[]>([]);
  const chosen = items.filter(({ id }) => !left.includes(id));
  const scene = sceneOf(order);
  const title = isApply ? '应用变更' : '拒绝变更';
  const texts = isApply ? consequencesOf(chosen, scene) : chosen.length > 0 ? REFUSED : [];
  return (
    <OrderMoveDialog
      dialog={dialog}
      move={dialog.move}
      order={order}
      onRefresh={onRefresh}
      title={`${title}：${order.channelOrderNo}`}
      okText={`${title} ${chosen.length} 项`}
      isDanger={isApply && chosen.some(isFewer)}
      isReady={chosen.length > 0}
      reason={isApply ? { label: '说明', isRequired: false } : { label: '拒绝原因', isRequired: true }}
      labelLoss={isApply && needsLabelLoss(chosen, scene) ? LABEL_LOSS : undefined}
      answers={{ items: chosen.map(({ id }) => id) }}
      kept={{ left }}
      onRestore={(stored) => setLeft(stored['left'] as string[])}
      choice={(onDirty) => (
        <ChangeTable
          items={items}
          currency={order.currency}
          selection={{
            selectedRowKeys: chosen.map(({ id }) => id),
            onChange(ids) {
              setLeft(withWholeAddress(items, ids.map(String)));
              onDirty();
            },
          }}
        />
      )}
      consequences={texts.length > 0 && <Consequences title="后果" texts={texts} />}
    />
  );
}

/** Units that are taken back are cancelled. */
const isFewer = ({ field, before, after }: ChangeItemView): boolean =>
  groupOf(field) === 'units' && Number(after) < Number(before);

const LABEL_LOSS = '面单已生成或正在申请：不勾选则不会应用。已产生的面单费用可能无法退回。';

const REFUSED = ['订单保持现在的值；平台仍按新值处理，请与平台沟通。平台重复同样的内容不会再提示。'];

/** An address is decided as a whole. @returns ids that are left out */
function withWholeAddress(items: readonly ChangeItemView[], chosen: readonly string[]): string[] {
  const address = items.filter(({ field }) => groupOf(field) === 'address');
  const isWhole = address.every(({ id }) => chosen.includes(id));
  return items
    .filter(({ id, field }) => !chosen.includes(id) || (!isWhole && groupOf(field) === 'address'))
    .map(({ id }) => id);
}

function sceneOf(order: OrderDetailRow): ChangeScene {
  const lines = linesOf(order, orderLine);
  return {
    status: order.status,
    hasLabel: hasLabel(order.labelStatus),
    hasPacked: lines.some((line) => line.qtyPacked > line.qtyShipped),
  };
}
