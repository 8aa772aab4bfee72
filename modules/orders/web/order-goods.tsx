import type { ReactNode } from 'react';
import { detailPath, grouped, PicturedLine, PicturedLines, shortPrice, SourceLink } from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import type { OrderGoods } from '../model/order-goods.ts';
import { openUnits, type OrderDetailRow, type OrderLineRow } from './order-row.ts';

/** What is to be shipped, as a packer knows it: picture, our name, how many, where it stands. */
export function GoodsList({ order, lines }: { order: OrderDetailRow; lines: readonly OrderLineRow[] }): ReactNode {
  const bySku = new Map(order.goods?.map((goods) => [goods.skuId, goods]));
  return (
    <section className="wb-detail-part">
      <h2>
        商品<span className="wb-part-count">{lines.length}</span>
      </h2>
      <PicturedLines label="商品">
        {lines.map((line) => (
          <GoodsLine
            key={line.id}
            line={line}
            orderNo={order.orderNo}
            goods={bySku.get(String(line.skuId ?? ''))}
            asksNothing={order.status === 'draft'}
          />
        ))}
      </PicturedLines>
    </section>
  );
}

function GoodsLine({
  line,
  orderNo,
  goods,
  asksNothing,
}: {
  line: OrderLineRow;
  orderNo: string;
  goods: OrderGoods | undefined;
  /** A draft asks for no stock yet. */
  asksNothing: boolean;
}): ReactNode {
  const isGone = line.qtyCancelled === line.qty;
  return (
    <PicturedLine
      // One is enough to know it by; its page has the others.
      picture={goods?.images[0] ?? null}
      name={goods?.name ?? line.name}
      isGone={isGone}
      words={
        <>
          <span>
            {goods && goods.name !== line.name && <span title={line.name}>{line.name}</span>}
            <span>渠道SKU {line.channelSku}</span>
            <OwnSku line={line} />
          </span>
          {goods && !isGone && <Whereabouts goods={goods} />}
        </>
      }
      units={
        <>
          <strong>×{line.qty}</strong>
          {!asksNothing && <UnitsText line={line} orderNo={orderNo} />}
        </>
      }
      about={
        <>
          <span>
            {line.currency} {grouped(String(line.lineNet))}
          </span>
          {line.qty > 1 && <small>单价 {grouped(shortPrice(String(line.unitPrice)))}</small>}
        </>
      }
    />
  );
}

/** Our SKU as the way to its page. */
function OwnSku({ line }: { line: OrderLineRow }): ReactNode {
  if (line.skuId === null) return <span className="or-bad">未配对</span>;
  return (
    <span>
      本地SKU{' '}
      <SourceLink title="看商品" permission="catalog:sku:list" path={detailPath(sku, String(line.skuId))}>
        {line.skuId_dictText ?? ''}
      </SourceLink>
    </span>
  );
}

/** Units in each warehouse, and the cartons that one takes. */
function Whereabouts({ goods }: { goods: OrderGoods }): ReactNode {
  const { stock, cartons, unitsPerCarton } = goods;
  return (
    <span>
      {stock?.map(({ warehouseId, warehouse, available }) => (
        <span key={warehouseId}>
          {warehouse}{' '}
          <SourceLink
            title="看库存"
            permission="inventory:stockPlace:list"
            path={`/base/inventory?skuId=${goods.skuId}&warehouseId=${warehouseId}`}
          >
            <b className={available > 0 ? 'or-there' : 'or-bad'}>{available}</b>
          </SourceLink>
        </span>
      ))}
      {stock?.length === 0 && <span className="or-bad">各仓无库存</span>}
      <span>{cartonText(cartons, unitsPerCarton)}</span>
    </span>
  );
}

function cartonText(cartons: number, unitsPerCarton: number): string {
  if (cartons === 0) return '未录入箱规';
  return unitsPerCarton > 1 ? `${unitsPerCarton}件/箱` : `${cartons}箱/件`;
}

/** How far the units of a line are: what is short stands out. */
function UnitsText({ line, orderNo }: { line: OrderLineRow; orderNo: string }): ReactNode {
  const open = openUnits(line);
  const parts = [
    line.qtyShipped > 0 ? `已发 ${line.qtyShipped}` : '',
    line.qtyCancelled > 0 ? `取消 ${line.qtyCancelled}` : '',
    line.qtyBackordered > 0 ? `待补 ${line.qtyBackordered}（${line.backorderDate?.slice(5) ?? ''}）` : '',
  ].filter(Boolean);
  return (
    <span>
      {open > 0 && (
        <span className={line.qtyReserved < open - line.qtyBackordered ? 'or-bad' : undefined}>
          预占{' '}
          <SourceLink
            title="看预占明细"
            permission="inventory:reservation:list"
            path={`/base/reservation?orderNo=${encodeURIComponent(orderNo)}&skuId=${line.skuId ?? ''}`}
          >
            {line.qtyReserved}/{open}
          </SourceLink>
        </span>
      )}
      {parts.join(' · ')}
    </span>
  );
}
