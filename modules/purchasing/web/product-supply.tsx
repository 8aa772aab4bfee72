import type { ReactNode } from 'react';
import { DetailPart, grouped, PartTable, shortPrice, usePartRows } from '#kit/web/index.ts';
import type { ProductPartProps } from '#modules/catalog/web/index.tsx';
import { purchaseOrderLine } from '../model/purchase-order.ts';
import { supplierPrice } from '../model/supplier-price.ts';
import { ToOrder } from './document-links.tsx';

const MOST = 50;
const RECENT = 10;

/** On a product's page: who supplies it at what price, and what was ordered last. */
export function ProductSupply(props: ProductPartProps): ReactNode {
  return (
    <>
      <Prices {...props} />
      <LastOrders {...props} />
    </>
  );
}

function Prices({ skuIds, nameOf }: ProductPartProps): ReactNode {
  const query = { skuId: skuIds.join(','), pageSize: MOST };
  const { query: asked, isShown } = usePartRows(supplierPrice, query, skuIds.length > 0);
  if (!isShown) return null;
  return (
    <DetailPart title="供应商" query={asked} countOf={({ total }) => total} none="还没有供应商报价。">
      {({ records }) => (
        <PartTable
          label="供应商"
          head={[
            { title: '供应商' },
            { title: 'SKU' },
            { title: '货号' },
            { title: '起订量', isFigure: true },
            { title: '单价', isFigure: true },
            { title: '生效日', isFigure: true },
            { title: '交期(天)', isFigure: true },
          ]}
          rows={records.map((row) => ({
            key: row.id,
            cells: [
              row.supplierId_dictText,
              nameOf(row.skuId),
              row.supplierSku ?? '—',
              grouped(row.minQty),
              priceText(row.unitPrice, row.currency),
              row.effectiveDate,
              row.leadDays ?? '—',
            ],
          }))}
        />
      )}
    </DetailPart>
  );
}

/** A hidden price stays hidden. */
const priceText = (price: string | null | undefined, currency: string): string =>
  price === null || price === undefined || price === ''
    ? '—'
    : /^-?[\d.]+$/.test(price)
      ? `${shortPrice(price)} ${currency}`
      : price;

function LastOrders({ skuIds, nameOf }: ProductPartProps): ReactNode {
  const query = { skuId: skuIds.join(','), pageSize: RECENT, column: 'createTime', order: 'desc' };
  const { query: asked, isShown } = usePartRows(purchaseOrderLine, query, skuIds.length > 0);
  if (!isShown) return null;
  return (
    <DetailPart title="最近采购" query={asked} countOf={({ total }) => total}>
      {({ records }) => (
        <PartTable
          label="最近采购"
          head={[
            { title: '采购单' },
            { title: 'SKU' },
            { title: '数量', isFigure: true },
            { title: '已收', isFigure: true },
            { title: '单价', isFigure: true },
            { title: '下单时间', isFigure: true },
          ]}
          rows={records.map((row) => ({
            key: row.id,
            cells: [
              <ToOrder key="no" id={row.purchaseOrderId} no={row.purchaseOrderId_dictText} />,
              nameOf(row.skuId),
              grouped(row.qty),
              grouped(row.qtyReceived),
              priceText(row.unitPrice, row.currency),
              row.createTime,
            ],
          }))}
        />
      )}
    </DetailPart>
  );
}
