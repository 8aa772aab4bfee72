import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox } from 'antd';
import { useState, type ReactNode } from 'react';
import { link } from '#kit/model/field.ts';
import {
  fetchRoute,
  callRoute,
  cellOf,
  detailPath,
  keyOf,
  NumberField,
  QuickChip,
  refreshResource,
  ReportFrame,
  toast,
  SourceLink,
  toastError,
  useActionKeys,
  useIsMobile,
  usePage,
  usePermission,
  type WholeNumber,
} from '#kit/web/index.ts';
import { purchaseOrder } from '#modules/purchasing/model/purchase-order.ts';
import { partOrder } from '../../model/part-order.ts';
import {
  buyPartsRoute,
  MOST_BOUGHT,
  partPlanRoute,
  PLAN_COVER_DAYS,
  PLAN_DAYS,
  type PartPlan,
} from '../../model/part-routes.ts';
import { keyOfPlan, PlanCards, PlanTable } from './part-plan-rows.tsx';
import './parts.css';

const WAREHOUSE = link('仓库', 'base:warehouse');

/** Less is there, or on its way, than will be asked for. */
const isToStock = ({ suggested, waiting, available }: PartPlan): boolean => suggested > 0 || waiting > available;

/** 配件备货: what to keep of each part, from what breaks; ordered from here. */
export function PartPlanPage(): ReactNode {
  const { query, setQuery } = usePage();
  const warehouseId = query['warehouseId'] ?? '';
  const isShort = query['only'] === 'short';
  const request = useQuery({
    queryKey: keyOf(partOrder, 'plan', warehouseId),
    queryFn: ({ signal }) => fetchRoute(partPlanRoute, { query: warehouseId ? { warehouseId } : {}, signal }),
    staleTime: 0,
  });
  const shown = (plan: readonly PartPlan[]): readonly PartPlan[] => (isShort ? plan.filter(isToStock) : plan);
  const Choose = cellOf('link').Edit;
  return (
    <ReportFrame
      title="配件备货"
      filters={
        <div className="as-plan-bar">
          <label className="as-plan-warehouse">
            <span className="as-weak">仓库</span>
            <Choose
              field={WAREHOUSE}
              name="warehouseId"
              value={warehouseId || null}
              aria-label="仓库"
              placeholder="全部仓库"
              onChange={(value) => setQuery({ ...query, warehouseId: typeof value === 'string' ? value : undefined })}
            />
          </label>
          <QuickChip
            isOn={isShort}
            count={request.data?.filter(isToStock).length}
            onClick={() => setQuery({ ...query, only: isShort ? undefined : 'short' })}
          >
            该备货
          </QuickChip>
          <SourceLink title="补货建议" permission="purchasing:restockAdvice:list" path="/purchase/restock">
            看整件的补货建议
          </SourceLink>
        </div>
      }
      query={request}
      nothing={(plan) =>
        shown(plan).length > 0
          ? null
          : {
              title: isShort ? '现在没有要备货的配件' : `近 ${PLAN_DAYS} 天没有补件请求`,
              text: '买家要过哪些配件、该备多少在这里；请求里选了配件SKU的才算。',
            }
      }
      method={`建议备货 = 近 ${PLAN_DAYS} 天日均请求 ×（交期 + ${PLAN_COVER_DAYS} 天）+ 待发需要 − 可用 − 在途与采购未到。`}
    >
      {(plan) => <Plan key={`${warehouseId} ${String(isShort)}`} rows={shown(plan)} />}
    </ReportFrame>
  );
}

/** Rows with what is to be ordered of each; typed amounts stay until they are ordered. */
function Plan({ rows }: { rows: readonly PartPlan[] }): ReactNode {
  const mayBuy = usePermission('aftersales:partOrder:buy');
  const isMobile = useIsMobile();
  const [typed, setTyped] = useState<Readonly<Record<string, WholeNumber>>>({});
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const qtyOf = (row: PartPlan): WholeNumber => typed[keyOfPlan(row)] ?? row.suggested;
  const chosen = rows.filter((row) => {
    const qty = qtyOf(row);
    return !left.has(keyOfPlan(row)) && typeof qty === 'number' && qty > 0;
  });
  const tick = (row: PartPlan, isOn: boolean): void => {
    const next = new Set(left);
    if (isOn) next.delete(keyOfPlan(row));
    else next.add(keyOfPlan(row));
    setLeft(next);
  };
  const order = (row: PartPlan): ReactNode =>
    mayBuy && (
      <span className="as-plan-order">
        <Checkbox
          aria-label={`采购 ${row.skuCode}`}
          checked={chosen.includes(row)}
          disabled={Number(qtyOf(row)) === 0}
          onChange={({ target }) => tick(row, target.checked)}
        />
        <NumberField
          size="small"
          title="采购数量"
          label={`${row.skuCode} 采购数量`}
          min={0}
          max={100_000}
          value={qtyOf(row)}
          onChange={(value) => setTyped({ ...typed, [keyOfPlan(row)]: value })}
        />
      </span>
    );
  return (
    <>
      {mayBuy && (
        <Buy
          parts={chosen.map((row) => ({
            skuId: row.partSkuId,
            warehouseId: row.warehouseId,
            qty: Number(qtyOf(row)),
          }))}
          onDone={() => setTyped({})}
        />
      )}
      {isMobile ? <PlanCards rows={rows} order={order} /> : <PlanTable rows={rows} order={order} />}
    </>
  );
}

function Buy({
  parts,
  onDone,
}: {
  parts: readonly { skuId: string; warehouseId: string; qty: number }[];
  onDone: () => void;
}): ReactNode {
  const { open } = usePage();
  const [isBusy, setBusy] = useState(false);
  const keys = useActionKeys();
  const buy = async (): Promise<void> => {
    setBusy(true);
    try {
      const { message, result } = await callRoute(buyPartsRoute, {
        body: { parts },
        key: keys.keyFor({ parts }),
      });
      keys.settle(null);
      toast.done(message);
      if (result.withoutSupplier.length > 0) toast.warn(`没有供应商报价，未生成：${result.withoutSupplier.join('、')}`);
      await Promise.all([refreshResource(purchaseOrder), refreshResource(partOrder)]);
      onDone();
      const [only] = result.orders;
      if (only) open(result.orders.length === 1 ? detailPath(purchaseOrder, only.id) : '/purchase/order?status=draft');
    } catch (error) {
      keys.settle(error);
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const reason =
    parts.length === 0
      ? '请勾选要采购的配件，并填写数量'
      : parts.length > MOST_BOUGHT
        ? `一次最多 ${MOST_BOUGHT} 个配件`
        : undefined;
  return (
    <div className="as-plan-bar">
      <span className="as-weak">每个供应商和仓库各生成一张采购单草稿，在“采购单”里核对后提交。</span>
      <Button type="primary" loading={isBusy} disabled={reason !== undefined} title={reason} onClick={() => void buy()}>
        生成采购单 {parts.length > 0 ? parts.length : ''}
      </Button>
    </div>
  );
}
