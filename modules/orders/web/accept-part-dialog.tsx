import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { FieldError } from '#kit/model/refusal.ts';
import { date } from '#kit/model/field.ts';
import {
  askRoute,
  cellOf,
  keyOf,
  linesOf,
  NumberField,
  useOutside,
  type MoveDialogProps,
  type WholeNumber,
} from '#kit/web/index.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { isManualOrder, orderLine, salesOrder } from '../model/order.ts';
import { warehouseStockRoute } from '../model/routes.ts';
import { planPart, type PartPlan, type TypedLine } from './part-plan.ts';
import { Consequences, OrderMoveDialog, WithOrder } from './order-move-dialog.tsx';
import { openUnits, type OrderDetailRow, type OrderLineRow } from './order-row.ts';
import './accept-part.css';

/** 部分接单: of each line so many now, so many on a later day, so many not at all. */
export const AcceptPart = (props: MoveDialogProps): ReactNode => (
  <WithOrder dialog={props} title="部分接单">
    {(order, refresh) => <PartForm dialog={props} order={order} onRefresh={refresh} />}
  </WithOrder>
);

interface PartFormProps {
  dialog: MoveDialogProps;
  order: OrderDetailRow;
  onRefresh: () => void;
}

type Typed = Readonly<Record<string, TypedLine>>;

/** Lines that can be answered, with what is held of each as the first answer; the rest later, where that is taken. */
const startOf = (lines: readonly OrderLineRow[], isBackordered: boolean): Typed =>
  Object.fromEntries(
    lines.map((line) => {
      const open = openUnits(line);
      const now = Math.min(open, line.qtyReserved);
      return [
        line.id,
        {
          now,
          backorder: isBackordered ? open - now : 0,
          refuse: 0,
          backorderDate: null,
          estShipDate: null,
        },
      ];
    }),
  );

function PartForm({ dialog, order, onRefresh }: PartFormProps): ReactNode {
  const lines = linesOf(order, orderLine).filter((line) => openUnits(line) > 0);
  const needed = useOutside(orderLifecycle)?.(order);
  const offers = (need: string): boolean => needed?.(need) !== 'no';
  const [answers, setTyped] = useState<Typed>(() => startOf(lines, offers('backorder')));
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  // A line may have come since.
  const typed = { ...startOf(lines, offers('backorder')), ...answers };
  const plan = planPart(lines, typed);
  return (
    <OrderMoveDialog
      dialog={dialog}
      move="acceptPart"
      order={order}
      onRefresh={onRefresh}
      title={`部分接单：${order.channelOrderNo}`}
      okText={plan.fault ? '接单' : `接单 ${plan.now + plan.backorder} 件`}
      isDanger={false}
      isReady={plan.fault === null}
      reason={plan.refuse > 0 ? { label: '拒绝原因', isRequired: true } : null}
      answers={{ lines: plan.items }}
      kept={typed}
      onRestore={(kept) => setTyped(kept as Typed)}
      onErrors={setErrors}
      choice={(onDirty) => (
        <>
          <StockOfWarehouses id={order.id} />
          <PartLines
            lines={lines}
            typed={typed}
            errors={errors}
            offers={offers}
            onType={(id, change) => {
              setTyped({ ...typed, [id]: { ...(typed[id] as TypedLine), ...change } });
              setErrors([]);
              onDirty();
            }}
          />
        </>
      )}
      consequences={
        plan.fault ? (
          <p className="or-weak">{plan.fault}</p>
        ) : (
          <PartConsequences plan={plan} isOwn={isManualOrder(order.orderType)} />
        )
      }
    />
  );
}

/** What each warehouse has of the goods beyond what the order holds; nothing for whoever may not see stock. */
function StockOfWarehouses({ id }: { id: string }): ReactNode {
  const { data = [] } = useQuery({
    queryKey: keyOf(salesOrder, 'warehouseStock', [id]),
    queryFn: ({ signal }) => askRoute(warehouseStockRoute, { body: { ids: [id] }, signal }),
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

interface PartLinesProps {
  lines: readonly OrderLineRow[];
  typed: Typed;
  errors: readonly FieldError[];
  offers: (need: string) => boolean;
  onType: (id: string, change: Partial<TypedLine>) => void;
}

const DATE = date('日期');
const DateInput = cellOf('date').Edit;

function PartLines({ lines, typed, errors, offers, onType }: PartLinesProps): ReactNode {
  return (
    <ul className="or-part-lines" aria-label="接单数量">
      {lines.map((line, row) => {
        const own = typed[line.id] as TypedLine;
        const open = openUnits(line);
        const said = (field: string): string | undefined =>
          errors.find((one) => one.row === row && one.field === field)?.message;
        const units = (key: 'now' | 'backorder' | 'refuse', title: string, isOffered = true) => (
          <label className="or-part-field">
            <span>{title}</span>
            <NumberField
              size="small"
              title={title}
              label={`${line.channelSku} ${title}`}
              min={0}
              max={open}
              disabled={!isOffered}
              value={own[key] as WholeNumber}
              onChange={(value) => onType(line.id, { [key]: value })}
            />
            {!isOffered && <span className="or-weak">平台不支持</span>}
            <Said text={said(key)} />
          </label>
        );
        const day = (key: 'backorderDate' | 'estShipDate', title: string) => (
          <label className="or-part-field or-part-day">
            <span>{title}</span>
            <DateInput
              field={{ ...DATE, title: `${line.channelSku} ${title}` }}
              name={`${line.id}-${key}`}
              value={own[key]}
              aria-invalid={said(key) !== undefined}
              onChange={(value) => onType(line.id, { [key]: (value as string | null) ?? null })}
            />
            <Said text={said(key)} />
          </label>
        );
        return (
          <li key={line.id}>
            <p className="or-part-goods">
              <b>{line.channelSku}</b> {line.name}
              <span className="or-weak">
                {' '}
                共 {open} 件，已预占 {line.qtyReserved} 件
              </span>
            </p>
            <div className="or-part-fields">
              {units('now', '现在接')}
              {Number(own.now) > 0 && day('estShipDate', '预计发货日')}
              {units('backorder', '缺货待补', offers('backorder'))}
              {Number(own.backorder) > 0 && day('backorderDate', '补货发货日')}
              {units('refuse', '拒绝', offers('refuseUnits'))}
              <Button
                size="small"
                type="link"
                onClick={() => onType(line.id, { now: open, backorder: 0, refuse: 0, backorderDate: null })}
              >
                全部现在接
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

const Said = ({ text }: { text: string | undefined }): ReactNode =>
  text ? (
    <span className="or-bad" role="alert">
      {text}
    </span>
  ) : null;

/** @param isOwn no channel knows of the order, nor hears what becomes of it */
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
