import type { ReactNode } from 'react';
import { detailPath, grouped, RowPicture, SourceLink } from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';
import { partCause } from '../../model/part-order.ts';
import { PLAN_DAYS, type PartPlan } from '../../model/part-routes.ts';

/** Of a part in a warehouse. */
export const keyOfPlan = ({ partSkuId, warehouseId }: PartPlan): string => `${partSkuId} ${warehouseId}`;

export interface PlanRows {
  rows: readonly PartPlan[];
  order: (row: PartPlan) => ReactNode;
}

/** The plan as a table. */
export const PlanTable = ({ rows, order }: PlanRows): ReactNode => (
  <table className="as-plan" aria-label="配件备货">
    <thead>
      <tr>
        <th scope="col">配件</th>
        <th scope="col">仓库</th>
        <th scope="col" className="as-figure-cell">
          近{PLAN_DAYS}天请求
        </th>
        <th scope="col" className="as-figure-cell">
          可用
        </th>
        <th scope="col" className="as-figure-cell">
          在途与未到
        </th>
        <th scope="col" className="as-figure-cell">
          待发需要
        </th>
        <th scope="col" className="as-figure-cell">
          目标
        </th>
        <th scope="col" className="as-figure-cell">
          建议备货
        </th>
        <th scope="col">采购</th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOfPlan(row)}>
          <td>
            <PartName row={row} />
          </td>
          <td>{row.warehouse}</td>
          <td className="as-figure-cell">
            {grouped(row.asked)}
            <small>{causesText(row)}</small>
          </td>
          <td className="as-figure-cell">
            <ToStock row={row} />
            {row.harvested > 0 && <small>拆过 {grouped(row.harvested)} 件整件</small>}
          </td>
          <td className="as-figure-cell">{grouped(row.coming)}</td>
          <td className="as-figure-cell">
            <Waiting row={row} />
          </td>
          <td className="as-figure-cell">
            {grouped(row.target)}
            <small>交期 {row.leadDays} 天</small>
          </td>
          <td className="as-figure-cell">
            <b className={row.suggested > 0 ? 'as-amber' : ''}>{grouped(row.suggested)}</b>
          </td>
          <td>{order(row)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** The plan on a phone: a card each. */
export const PlanCards = ({ rows, order }: PlanRows): ReactNode => (
  <ul className="as-plan-cards" aria-label="配件备货">
    {rows.map((row) => (
      <li key={keyOfPlan(row)}>
        <PartName row={row} />
        <span className="as-weak">
          {row.warehouse} · {causesText(row)}
        </span>
        <dl>
          <Figure title={`近${PLAN_DAYS}天`}>{grouped(row.asked)}</Figure>
          <Figure title="可用">
            <ToStock row={row} />
          </Figure>
          <Figure title="在途与未到">{grouped(row.coming)}</Figure>
          <Figure title="待发需要">
            <Waiting row={row} />
          </Figure>
          <Figure title="目标">{grouped(row.target)}</Figure>
          <Figure title="建议备货">
            <b>{grouped(row.suggested)}</b>
          </Figure>
        </dl>
        {order(row)}
      </li>
    ))}
  </ul>
);

const Figure = ({ title, children }: { title: string; children: ReactNode }): ReactNode => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

const PartName = ({ row }: { row: PartPlan }): ReactNode => (
  <span className="as-goods">
    <RowPicture path={row.images[0] ?? null} />
    <span>
      <SourceLink title="看SKU" permission="catalog:sku:list" path={detailPath(sku, row.partSkuId)}>
        {row.name}
      </SourceLink>
      <small className="as-weak">
        {' '}
        {row.skuCode}
        {row.parents.length > 0 && ` · 用于 ${row.parents.map(({ skuCode }) => skuCode).join('、')}`}
      </small>
    </span>
  </span>
);

/** Why it was asked for, most first. */
const causesText = ({ causes }: PartPlan): string =>
  causes.map(({ cause, qty }) => `${(partCause.items as Record<string, string>)[cause] ?? cause} ${qty}`).join('、');

const ToStock = ({ row }: { row: PartPlan }): ReactNode => (
  <SourceLink
    title="看库存"
    permission="inventory:stockPlace:list"
    path={`/base/inventory?skuId=${row.partSkuId}&warehouseId=${row.warehouseId}`}
  >
    {grouped(row.available)}
  </SourceLink>
);

const Waiting = ({ row }: { row: PartPlan }): ReactNode => (
  <span className={row.waiting > row.available ? 'as-bad' : ''}>{grouped(row.waiting)}</span>
);
