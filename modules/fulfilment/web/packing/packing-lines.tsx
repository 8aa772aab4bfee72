import type { ReactNode } from 'react';
import { detailPath, PicturedLine, PicturedLines, SourceLink } from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import type { Packing, PackingLine } from '../../model/routes.ts';
import { ledgerPath } from '../ledger-path.ts';

/** What is to be packed, as a packer knows it on sight, and what still lacks a carton. */
export function PackingLines({ data }: { data: Packing }): ReactNode {
  return (
    <section className="pk-part pk-lines">
      <PicturedLines label="发货明细">
        {data.lines.map((line) => (
          <PicturedLine
            key={line.id}
            picture={line.goods.picture}
            name={line.goods.name}
            words={<Words line={line} />}
            units={<Units data={data} line={line} />}
            about={<LineState line={line} hasBoxes={data.boxes.length > 0} />}
          />
        ))}
      </PicturedLines>
    </section>
  );
}

function Words({ line }: { line: PackingLine }): ReactNode {
  const { goods, name, channelSku, skuId } = line;
  return (
    <span>
      {goods.name !== name && <span>{name}</span>}
      {line.channelOrderNo && <span>PO {line.channelOrderNo}</span>}
      <span>渠道SKU {channelSku}</span>
      <span>
        本地SKU{' '}
        <SourceLink title="看商品" permission="catalog:sku:list" path={detailPath(sku, skuId)}>
          {goods.code}
        </SourceLink>
      </span>
    </span>
  );
}

/** How many, and how many of them are packed; what has left leads to its rows of the ledger. */
function Units({ data, line }: { data: Packing; line: PackingLine }): ReactNode {
  const ledger = ledgerPath(data, line.skuId);
  return (
    <>
      <strong>×{line.qty}</strong>
      <span>
        {ledger ? (
          <SourceLink title="看库存流水" permission="inventory:stockMovement:list" path={ledger}>
            已出库 {line.qty} 件
          </SourceLink>
        ) : (
          `已装 ${line.qtyPacked} / ${line.qty} 件`
        )}
      </span>
    </>
  );
}

function LineState({ line, hasBoxes }: { line: PackingLine; hasBoxes: boolean }): ReactNode {
  if (line.cartons.length === 0) return <span className="pk-missing">没有箱规，请先维护箱规</span>;
  if (line.missing.length === 0) return <span className="pk-whole">箱子齐全</span>;
  if (hasBoxes) return <span className="pk-missing">{line.missing.join('；')}</span>;
  return <span className="pk-weak">每件 {line.cartons.length} 箱</span>;
}
