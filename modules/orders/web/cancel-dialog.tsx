import { Button, Table, type TableProps } from 'antd';
import { useState, type ReactNode } from 'react';
import { NumberField, useIsMobile, type MoveDialogProps, type WholeNumber, linesOf } from '#kit/web/index.ts';
import { hasLabel } from '../model/order-change.ts';
import { isManualOrder, orderLine } from '../model/order.ts';
import { planCancel, type CancelPlan } from './cancel-plan.ts';
import { Consequences, OrderMoveDialog, WithOrder } from './order-move-dialog.tsx';
import { openUnits, type OrderLineRow, type OrderDetailRow } from './order-row.ts';

/** 取消: all that has not left, or some units of some lines; says first what it gives up. */
export const CancelDialog = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title="取消订单">
    {(order, refresh) => <CancelForm dialog={props} order={order} onRefresh={refresh} />}
  </WithOrder>
);

interface CancelFormProps {
  dialog: MoveDialogProps;
  order: OrderDetailRow;
  onRefresh: () => void;
}

type Chosen = Readonly<Record<string, WholeNumber>>;

function CancelForm({ dialog, order, onRefresh }: CancelFormProps): ReactNode {
  const lines = linesOf(order, orderLine);
  const [chosen, setChosen] = useState<Chosen>(() => allOpen(lines));
  const plan = planCancel(lines, unitsIn(chosen));
  const isReadable = Object.values(chosen).every((qty) => qty === null || typeof qty === 'number');
  return (
    <OrderMoveDialog
      dialog={dialog}
      move="cancel"
      order={order}
      onRefresh={onRefresh}
      title={`取消：${order.channelOrderNo}`}
      okText={plan.after === 'same' ? `取消 ${plan.units} 件` : '取消全部未发货'}
      isDanger
      isReady={plan.units > 0 && isReadable}
      reason={{ label: '取消原因', isRequired: true }}
      labelLoss={hasLabel(order.labelStatus) ? LABEL_LOSS : undefined}
      answers={{ lines: plan.items }}
      kept={unitsIn(chosen)}
      onRestore={(kept) => setChosen(kept as Record<string, number>)}
      choice={(onDirty) => (
        <LineUnits
          lines={lines}
          chosen={chosen}
          onChoose={(next) => {
            setChosen(next);
            onDirty();
          }}
        />
      )}
      consequences={
        isReadable ? (
          <CancelConsequences plan={plan} order={order} />
        ) : (
          <p className="or-weak">请更正标红的取消数量。</p>
        )
      }
    />
  );
}

const LABEL_LOSS = '面单已生成或正在申请：不勾选则不会取消。已产生的面单费用可能无法退回。';

/** A line whose number was taken out keeps all of its units. */
const unitsIn = (chosen: Chosen): Record<string, number> =>
  Object.fromEntries(Object.entries(chosen).map(([id, qty]) => [id, typeof qty === 'number' ? qty : 0]));

const allOpen = (lines: readonly OrderLineRow[]): Record<string, number> =>
  Object.fromEntries(lines.map((line) => [line.id, openUnits(line)]));

interface LineUnitsProps {
  lines: readonly OrderLineRow[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

function LineUnits(props: LineUnitsProps): ReactNode {
  const { lines, onChoose } = props;
  const isMobile = useIsMobile();
  return (
    <>
      <Table<OrderLineRow>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: isMobile ? 310 : 560, y: 300 }}
        dataSource={lines as OrderLineRow[]}
        columns={unitColumns(props, isMobile)}
      />
      <p className="or-cancel-quick">
        <Button size="small" onClick={() => onChoose(allOpen(lines))}>
          全部未发货
        </Button>{' '}
        <Button size="small" onClick={() => onChoose({})}>
          全部清零
        </Button>
      </p>
    </>
  );
}

type UnitColumns = NonNullable<TableProps<OrderLineRow>['columns']>;

const WIDE_COLUMNS: UnitColumns = [
  { key: 'name', title: '名称', dataIndex: 'name', ellipsis: true },
  { key: 'shipped', title: '已发', dataIndex: 'qtyShipped', align: 'right', width: 60 },
];

/** On a phone what is to be typed comes before what is only good to know. */
const unitColumns = ({ chosen, onChoose }: LineUnitsProps, isMobile: boolean): UnitColumns => [
  {
    key: 'sku',
    title: '渠道SKU',
    dataIndex: 'channelSku',
    className: 'or-cancel-sku',
    ...(isMobile ? {} : { width: 170 }),
  },
  ...(isMobile ? [] : WIDE_COLUMNS),
  {
    key: 'open',
    title: '未发货',
    align: 'right',
    width: 70,
    render: (_, line) => openUnits(line),
  },
  {
    key: 'cancel',
    title: '取消数量',
    width: isMobile ? 100 : 110,
    render: (_, line) => (
      <NumberField
        size="small"
        title="取消数量"
        label={`${line.channelSku} 取消数量`}
        min={0}
        max={openUnits(line)}
        disabled={openUnits(line) === 0}
        value={chosen[line.id] === undefined ? 0 : (chosen[line.id] as WholeNumber)}
        onChange={(value) => onChoose({ ...chosen, [line.id]: value })}
      />
    ),
  },
];

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
