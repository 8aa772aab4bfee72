import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { fetchRoute, detailPath, grouped, keyOf, PicturedLine, PicturedLines, SourceLink } from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { partOrder } from '../../model/part-order.ts';
import { orderPartsRoute, skuPartsRoute, type PartFace, type PartsOfProduct } from '../../model/part-routes.ts';
import type { PartDetailRow, PartLineOfRow } from './part-row.ts';

/** What is asked for, with the picture one points at, and where it comes from. */
export function PartLines({ row, lines }: { row: PartDetailRow; lines: readonly PartLineOfRow[] }): ReactNode {
  const goods = useGoods(row, lines);
  return (
    <section className="wb-detail-part">
      <h2>
        配件<span className="wb-part-count">{lines.length}</span>
      </h2>
      <PicturedLines label="配件">
        {lines.map((line) => (
          <OnePart key={line.id} line={line} goods={goods} />
        ))}
      </PicturedLines>
    </section>
  );
}

/** Goods and parts of the lines: those of the order at once, others by their SKUs. */
function useGoods({ orderId }: PartDetailRow, lines: readonly PartLineOfRow[]): readonly PartsOfProduct[] {
  const ordered = useQuery({
    queryKey: keyOf(partOrder, 'ofOrder', orderId),
    queryFn: ({ signal }) => fetchRoute(orderPartsRoute, { params: { orderId: orderId ?? '' }, signal }),
    enabled: orderId !== null,
    staleTime: 60_000,
  });
  const known = ordered.data ?? [];
  const isKnown = orderId === null || !ordered.isPending;
  const others = isKnown
    ? [...new Set(lines.map(({ parentSkuId }) => parentSkuId))].filter((id) => known.every(({ skuId }) => skuId !== id))
    : [];
  const alone = useQueries({
    queries: others.map((skuId) => ({
      queryKey: keyOf(partOrder, 'ofSku', skuId),
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchRoute(skuPartsRoute, { params: { skuId }, signal }),
      staleTime: 60_000,
    })),
  });
  const found = alone.flatMap(({ data }) => data ?? []);
  return useMemo(() => [...known, ...found], [known, found]);
}

function OnePart({ line, goods }: { line: PartLineOfRow; goods: readonly PartsOfProduct[] }): ReactNode {
  const whole = goods.find(({ skuId }) => skuId === line.parentSkuId);
  const part = whole?.parts.find(({ partSkuId }) => partSkuId === line.partSkuId);
  return (
    <PicturedLine
      picture={part?.images[0] ?? whole?.images[0] ?? null}
      name={nameOf(line, part)}
      words={
        <>
          <span>
            {line.partSkuId ? (
              <ToSku id={line.partSkuId} code={line.partSkuId_dictText ?? ''} />
            ) : (
              <span className="as-amber">清单之外</span>
            )}
            <span>
              用于 <ToSku id={line.parentSkuId} code={line.parentSkuId_dictText ?? ''} />
            </span>
            <span>{line.cause_dictText}</span>
            {line.cartonNo !== null && <span>第 {line.cartonNo} 箱</span>}
          </span>
          <span>
            <Origin line={line} />
          </span>
        </>
      }
      units={
        <>
          <strong>×{grouped(line.qty)}</strong>
          <span>
            {line.shippedQty > 0
              ? `已发 ${grouped(line.shippedQty)}`
              : line.qtyReserved > 0
                ? `已预占 ${grouped(line.qtyReserved)}`
                : ''}
          </span>
        </>
      }
      about={
        'cost' in line && line.cost !== null ? (
          <>
            <span>
              {line.currency} {grouped(String(line.cost))}
            </span>
            {Number(line.residueLoss ?? 0) !== 0 && <small>损失 {grouped(String(line.residueLoss))}</small>}
          </>
        ) : undefined
      }
    />
  );
}

const nameOf = (line: PartLineOfRow, part: PartFace | undefined): string => {
  const words = [part?.name, line.description].filter(Boolean);
  return words.length > 0 ? [...new Set(words)].join(' ') : (line.partSkuId_dictText ?? '整件');
};

const ToSku = ({ id, code }: { id: string; code: string }): ReactNode => (
  <SourceLink title="看SKU" permission="catalog:sku:list" path={detailPath(sku, id)}>
    {code}
  </SourceLink>
);

/** Where it comes from, and what of a whole unit is taken apart for it. */
function Origin({ line }: { line: PartLineOfRow }): ReactNode {
  if (line.source === null) return <span className="as-amber">还没选货源</span>;
  return (
    <>
      货源 {line.source_dictText}
      {line.warehouseId && ` · ${line.warehouseId_dictText ?? ''}`}
      {line.harvestUnits > 0 && ` · 拆 ${grouped(line.harvestUnits)} 件整件`}
    </>
  );
}
