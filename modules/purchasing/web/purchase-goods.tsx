import type { ReactNode } from 'react';
import { grouped, PicturedLine, PicturedLines, shortPrice } from '#kit/web/index.ts';
import { ToSku } from './document-links.tsx';
import type { PurchaseLine, PurchaseRow } from './purchase-row.ts';
import './purchasing.css';

/** What was ordered: how many, what of it is here, on a receipt, or nowhere yet. */
export const PurchaseGoods = ({ order, lines }: { order: PurchaseRow; lines: readonly PurchaseLine[] }): ReactNode => (
  <section className="wb-detail-part">
    <h2>
      采购明细<span className="wb-part-count">{lines.length}</span>
    </h2>
    <PicturedLines label="采购明细">
      {lines.map((line) => (
        <GoodsLine key={line.id} order={order} line={line} />
      ))}
    </PicturedLines>
  </section>
);

function GoodsLine({ order, line }: { order: PurchaseRow; line: PurchaseLine }): ReactNode {
  const goods = order.goods?.[line.id];
  return (
    <PicturedLine
      picture={goods?.picture ?? null}
      name={goods?.name || line.skuId_dictText}
      isGone={line.qtyClosed === line.qty}
      words={
        <span>
          <ToSku id={line.skuId} no={goods?.code ?? line.skuId_dictText} />
          {line.eta && <span>预计 {line.eta}</span>}
        </span>
      }
      units={
        <>
          <strong>×{grouped(line.qty)}</strong>
          <UnitsText line={line} coming={goods?.coming ?? 0} status={order.status} />
        </>
      }
      about={'lineNet' in line ? <Price line={line} /> : undefined}
    />
  );
}

/** What a line costs, for whoever may see that. */
function Price({ line }: { line: PurchaseLine }): ReactNode {
  const { unitPrice, currency, lineNet, taxAmount } = line;
  if (unitPrice === null) return <span className="pu-bad">没有单价</span>;
  return (
    <>
      <span>
        {currency} {grouped(lineNet)}
      </span>
      <small>单价 {grouped(shortPrice(unitPrice))}</small>
      {Number(taxAmount) > 0 && <small>税 {grouped(taxAmount)}</small>}
    </>
  );
}

function UnitsText({
  line: { qty, qtyReceived, qtyClosed },
  coming,
  status,
}: {
  line: PurchaseLine;
  coming: number;
  status: PurchaseRow['status'];
}): ReactNode {
  const isComing = status === 'ordered' || status === 'partially_received';
  const open = Math.max(0, qty - qtyReceived - qtyClosed);
  const parts = [
    qtyReceived > 0 ? `已收 ${grouped(qtyReceived)}` : '',
    qtyClosed > 0 ? `不再收 ${grouped(qtyClosed)}` : '',
    isComing && open > 0 ? `未到 ${grouped(open)}` : '',
  ].filter(Boolean);
  return (
    <>
      {parts.length > 0 && <span>{parts.join(' · ')}</span>}
      {isComing && open > coming && <span className="pu-bad">未预报 {grouped(open - coming)}</span>}
    </>
  );
}
