import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { detailPath, SourceLink } from '#kit/web/index.ts';
import { sku } from '#modules/catalog/model/product.ts';

/** One flaw as people read it. */
export interface ShownFlaw {
  itemId: string;
  skuId: string;
  channelSku: string;
  /** Column of the grid; null where it is of no cell. */
  key: string | null;
  title: string;
  isError: boolean;
  /** Its repair is at the SKU. */
  isAtSku: boolean;
  isOfPlatform: boolean;
  code: string;
  message: string;
}

const FIRST = 20;

/** What a marketplace's flaw is called here where it gives no code of its own. */
const UNCODED = 'platform';

/** A flaw with how many other SKUs are reminded of the same. */
type ListedFlaw = ShownFlaw & { others: number };

/** Each error by itself; what many SKUs are reminded of alike stands once, at the first of them. */
function listed(flaws: readonly ShownFlaw[]): ListedFlaw[] {
  const errors = flaws.filter(({ isError }) => isError).map((flaw) => ({ ...flaw, others: 0 }));
  const reminders = Map.groupBy(
    flaws.filter(({ isError }) => !isError),
    ({ key, code, message, isOfPlatform }) => JSON.stringify([key, code, message, isOfPlatform]),
  );
  return [
    ...errors,
    ...[...reminders.values()].flatMap(([first, ...others]) => (first ? [{ ...first, others: others.length }] : [])),
  ];
}

/** What is wrong, SKU by SKU, each a step from its cell or from the page that has its repair. */
export function FlawList({
  flaws,
  onJump,
}: {
  flaws: readonly ShownFlaw[];
  onJump: (flaw: ShownFlaw) => void;
}): ReactNode {
  const [isWhole, setWhole] = useState(false);
  if (flaws.length === 0) return null;
  const sorted = listed(flaws);
  const shown = isWhole ? sorted : sorted.slice(0, FIRST);
  const errors = flaws.filter(({ isError }) => isError).length;
  return (
    <div className="ch-publish-flaws" role="region" aria-label="问题">
      <p>
        错误 <strong>{errors}</strong> 个，提醒 {flaws.length - errors} 个
      </p>
      <ul>
        {shown.map((flaw) => (
          <li key={`${flaw.itemId} ${flaw.key} ${flaw.code} ${flaw.message}`}>
            <span className={flaw.isError ? 'ch-below' : 'ch-gap'}>{flaw.isError ? '错误' : '提醒'}</span>{' '}
            {flaw.channelSku}
            {flaw.others > 0 && ` 等 ${flaw.others + 1} 个 SKU`}
            {flaw.isOfPlatform && ' · 平台'}：{flaw.message}
            {flaw.isOfPlatform && flaw.code !== '' && flaw.code !== UNCODED && (
              <small className="ch-weak"> {flaw.code}</small>
            )}{' '}
            {flaw.isAtSku && (
              <SourceLink title="到 SKU 补箱规" permission="catalog:sku:list" path={detailPath(sku, flaw.skuId)}>
                到 SKU 补箱规
              </SourceLink>
            )}
            {flaw.key !== null && (
              <Button type="link" size="small" onClick={() => onJump(flaw)}>
                看单元格
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sorted.length > shown.length && (
        <Button size="small" onClick={() => setWhole(true)}>
          全部 {sorted.length} 条
        </Button>
      )}
    </div>
  );
}
