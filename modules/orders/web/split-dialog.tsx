import { Button, Table, type TableProps } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  grouped,
  NumberField,
  RowPicture,
  useIsMobile,
  type MoveDialogProps,
  type WholeNumber,
  linesOf,
} from '#kit/web/index.ts';
import { isManualOrder, orderLine } from '../model/order.ts';
import { movable, partsByWarehouse } from '../model/split-plan.ts';
import { Consequences, OrderMoveDialog, WithOrder } from './order-move-dialog.tsx';
import type { OrderDetailRow, OrderLineRow } from './order-row.ts';
import { planSplit, type SplitPreview, type TypedPart } from './split-preview.ts';

/** 拆单: units of lines to new orders, typed or by where they lie; says first what each part comes to. */
export const SplitDialog = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title="拆单">
    {(order, refresh) => <SplitForm dialog={props} order={order} onRefresh={refresh} />}
  </WithOrder>
);

interface SplitFormProps {
  dialog: MoveDialogProps;
  order: OrderDetailRow;
  onRefresh: () => void;
}

/** What is typed into the fields of one new order, by line. */
type Typed = Readonly<Record<string, WholeNumber>>;

function SplitForm({ dialog, order, onRefresh }: SplitFormProps): ReactNode {
  const lines = linesOf(order, orderLine);
  const [parts, setParts] = useState<readonly Typed[]>([{}]);
  const preview = planSplit(lines, parts.map(unitsIn), order.currency);
  const fault = faultIn(lines, parts) ?? preview.fault;
  return (
    <OrderMoveDialog
      dialog={dialog}
      move="split"
      order={order}
      onRefresh={onRefresh}
      title={`拆单：${order.channelOrderNo}`}
      okText={fault ? '拆单' : `拆成 ${preview.parts.length + 1} 个订单`}
      isDanger={false}
      isReady={fault === null}
      reason={{ label: '拆单原因', isRequired: false }}
      answers={{ parts: preview.items }}
      kept={{ parts: parts.map(unitsIn) }}
      onRestore={(stored) => setParts((stored as { parts: Typed[] }).parts)}
      choice={(onDirty) => (
        <PartsChoice
          order={order}
          lines={lines}
          parts={parts}
          onChoose={(next) => {
            setParts(next);
            onDirty();
          }}
        />
      )}
      consequences={fault ? <p className="or-weak">{fault}</p> : <SplitConsequences preview={preview} order={order} />}
    />
  );
}

/** What keeps from judging the parts at all: a text that is no number of units, or nothing to divide. */
function faultIn(lines: readonly OrderLineRow[], parts: readonly Typed[]): string | null {
  if (parts.some((part) => Object.values(part).some((qty) => qty !== null && typeof qty !== 'number')))
    return '请先改正标红的数量';
  const units = lines.reduce((sum, line) => sum + movable(line), 0);
  return units < 2 ? '订单只有 1 件商品，不能再拆' : null;
}

const unitsIn = (typed: Typed): TypedPart =>
  Object.fromEntries(Object.entries(typed).map(([id, qty]) => [id, typeof qty === 'number' ? qty : 0]));

interface PartsChoiceProps {
  order: OrderDetailRow;
  lines: readonly OrderLineRow[];
  parts: readonly Typed[];
  onChoose: (parts: readonly Typed[]) => void;
}

/** More columns than these would not fit a screen; the rest is split from what was split off. */
const MOST_COLUMNS = 6;

function PartsChoice(props: PartsChoiceProps): ReactNode {
  const { order, lines, parts, onChoose } = props;
  const isMobile = useIsMobile();
  const byWarehouse = partsByWarehouse(order.held ?? []);
  return (
    <>
      <Table<OrderLineRow>
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: (isMobile ? 190 : 420) + parts.length * 100, y: 300 }}
        dataSource={lines.filter((line) => movable(line) > 0)}
        columns={partColumns(props, isMobile)}
      />
      <p className="or-cancel-quick">
        <Button
          size="small"
          disabled={parts.length >= MOST_COLUMNS}
          title={parts.length >= MOST_COLUMNS ? '拆出的订单还可以再拆' : undefined}
          onClick={() => onChoose([...parts, {}])}
        >
          再加一个新订单
        </Button>{' '}
        <Button
          size="small"
          disabled={parts.length < 2}
          title={parts.length < 2 ? '至少要有一个新订单' : undefined}
          onClick={() => onChoose(parts.slice(0, -1))}
        >
          去掉最后一个
        </Button>{' '}
        <Button
          size="small"
          disabled={byWarehouse.length === 0}
          title={byWarehouse.length === 0 ? '商品没有预占在两个以上的仓库' : undefined}
          onClick={() =>
            onChoose(byWarehouse.map(({ part }) => Object.fromEntries(part.map(({ lineId, qty }) => [lineId, qty]))))
          }
        >
          按仓库拆
        </Button>
      </p>
    </>
  );
}

/** The goods as the warehouse knows them: picture and our own name, the channel's code below. */
function SplitGoods({
  order,
  line,
  isMobile,
}: {
  order: OrderDetailRow;
  line: OrderLineRow;
  isMobile: boolean;
}): ReactNode {
  const goods = order.goods?.find(({ skuId }) => skuId === String(line.skuId ?? ''));
  return (
    <span className="or-split-goods">
      {!isMobile && <RowPicture path={goods?.images[0] ?? null} />}
      <span>
        <span className="or-split-name">{goods?.name ?? line.name}</span>
        <span className="or-weak">{line.channelSku}</span>
      </span>
    </span>
  );
}

type PartColumns = NonNullable<TableProps<OrderLineRow>['columns']>;

const partColumns = ({ order, parts, onChoose }: PartsChoiceProps, isMobile: boolean): PartColumns => [
  {
    key: 'goods',
    title: '商品',
    width: isMobile ? 130 : 280,
    render: (_, line) => <SplitGoods order={order} line={line} isMobile={isMobile} />,
  },
  {
    key: 'stays',
    title: '留在原单',
    align: 'right',
    width: 80,
    render: (_, line) => {
      const taken = parts.reduce((sum, part) => sum + (unitsIn(part)[line.id] ?? 0), 0);
      const stays = movable(line) - taken;
      return <span className={stays < 0 ? 'or-bad' : undefined}>{stays}</span>;
    },
  },
  ...parts.map((part, at): PartColumns[number] => ({
    key: `part-${at}`,
    title: `新订单 ${at + 1}`,
    width: 100,
    render: (_, line) => (
      <NumberField
        size="small"
        title="拆出数量"
        label={`${line.channelSku} 拆到新订单 ${at + 1} 的数量`}
        min={0}
        max={movable(line)}
        value={part[line.id] === undefined ? 0 : (part[line.id] as WholeNumber)}
        onChange={(value) => onChoose(parts.map((one, index) => (index === at ? { ...one, [line.id]: value } : one)))}
      />
    ),
  })),
];

function SplitConsequences({
  preview: { stays, parts },
  order,
}: {
  preview: SplitPreview;
  order: OrderDetailRow;
}): ReactNode {
  const words = ({ units, amount }: { units: number; amount: string }): string =>
    `${grouped(units)} 件，${grouped(amount)} ${order.currency}`;
  const texts = [
    `原订单 ${order.orderNo}：留 ${words(stays)}。`,
    ...parts.map((part, at) => `新订单 ${at + 1}：${words(part)}。`),
    '预占随商品转移，不释放给其他订单；挂起跟随它所涉及的商品。',
    ...(isManualOrder(order.orderType)
      ? []
      : ['平台仍视为同一个PO：只接单一次、只申请一次面单；每个发货单各发一次发货通知。']),
  ];
  return <Consequences title={`将拆成 ${parts.length + 1} 个订单`} texts={texts} />;
}
