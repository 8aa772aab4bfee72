import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { linesOf, MoveDialog, type QuestionLine, type EditProps, type MoveDialogProps } from '#kit/web/index.ts';
import { hasLabel } from '../model/order-change.ts';
import { isManualOrder, orderLine } from '../model/order.ts';
import { planCancel, type CancelPlan } from './cancel-plan.ts';
import { Consequences, WithOrder } from './order-move-dialog.tsx';
import type { OrderDetailRow } from './order-row.ts';

/** 取消: all that has not left, or some units of some lines; says first what it gives up. */
export const CancelDialog = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title="取消订单">
    {(order) => <CancelForm dialog={props} order={order} />}
  </WithOrder>
);

function CancelForm({ dialog, order }: { dialog: MoveDialogProps; order: OrderDetailRow }): ReactNode {
  const rows = linesOf(order, orderLine);
  const planOf = (questionLines: readonly QuestionLine[]): CancelPlan => planCancel(rows, unitsIn(questionLines));
  return (
    <MoveDialog
      {...dialog}
      row={{ ...order }}
      inputs={{ acceptLabelLoss: Consent }}
      lines={{
        rows,
        // Without a label nothing is lost.
        fields: ({ acceptLabelLoss, ...rest }) =>
          acceptLabelLoss && hasLabel(order.labelStatus) ? { ...rest, acceptLabelLoss } : rest,
        okText(questionLines) {
          const { after, units } = planOf(questionLines);
          return after === 'same' ? `取消 ${units} 件` : '取消全部未发货';
        },
        below: (questionLines) =>
          questionLines.some(({ faults }) => faults.size > 0) ? (
            <p className="or-weak">请更正标红的取消数量。</p>
          ) : (
            <CancelConsequences plan={planOf(questionLines)} order={order} />
          ),
      }}
    />
  );
}

/** Ticked by whoever bears what labels have cost. */
const Consent = ({ field, id, value, onChange }: EditProps): ReactNode => (
  <Checkbox {...(id ? { id } : {})} checked={value === true} onChange={({ target }) => onChange?.(target.checked)}>
    {field.title}
  </Checkbox>
);

const unitsIn = (questionLines: readonly QuestionLine[]): Record<string, number> =>
  Object.fromEntries(
    questionLines.map(({ row, values }) => [row.id, typeof values['qty'] === 'number' ? values['qty'] : 0]),
  );

const ACCEPTED = '该订单已向平台接单：平台不会自动得知取消，还要在平台取消，“任务”会提醒并核对。';
const UNANSWERED =
  '该订单尚未接单，平台仍在等待答复且不会自动得知取消：还要在平台处理，“任务”会提醒并核对。整单不接请用“拒单”。';

/** What will be given up, in words, before the button is pressed. */
function CancelConsequences({ plan, order }: { plan: CancelPlan; order: OrderDetailRow }): ReactNode {
  if (plan.units === 0) return <p className="or-weak">请填写要取消的数量。</p>;
  const texts = [
    plan.released > 0 ? `释放预占库存 ${plan.released} 件，可供其他订单使用。` : '没有需要释放的预占库存。',
    ...(plan.packed > 0 ? [`其中 ${plan.packed} 件已装箱：相关箱子作废，发货单退回待装箱。`] : []),
    ...(isManualOrder(order.orderType) ? [] : [order.status === 'new' ? UNANSWERED : ACCEPTED]),
  ];
  return <Consequences title={`将取消 ${plan.units} 件${AFTER[plan.after]}`} texts={texts} />;
}

const AFTER: Record<CancelPlan['after'], string> = {
  cancelled: '，订单变为“已取消”',
  shipped: '，其余已发出，订单变为“已发货”',
  same: '，订单继续处理其余商品',
};
