import { useState, type ReactNode } from 'react';
import { Button } from 'antd';
import { BlankState, detailPath, SourceLink, storedPicture } from '#kit/web/index.ts';
import { Stepper } from '#ui/widgets/stepper.tsx';
import { sku } from '#modules/catalog/model/product.ts';
import { PartDrawing } from '#modules/catalog/web/index.tsx';
import type { PartFace, PartsOfProduct } from '../../model/part-routes.ts';
import './part-picker.css';

/** What is asked for, and how it is changed. */
export interface Picked {
  unitsOf: (goods: PartsOfProduct, part: PartFace) => number;
  linesAbout: (goods: PartsOfProduct) => number;
  put: (goods: PartsOfProduct, part: PartFace, qty: number) => void;
  /** For what no list has. */
  describe: (goods: PartsOfProduct) => void;
}

/** Points at parts of goods: on the drawing where there is one, and on tiles with a picture each. */
export function PartPicker({ goods, picked }: { goods: readonly PartsOfProduct[]; picked: Picked }): ReactNode {
  const [shown, setShown] = useState<string | null>(null);
  const one = goods.find(({ skuId }) => skuId === shown) ?? goods[0];
  if (!one) return <BlankState title="没有可补发的商品" text="订单的商品还没有配对本地SKU。" />;
  return (
    <div className="as-picker">
      {goods.length > 1 && (
        <ul className="as-picker-goods" aria-label="哪件商品">
          {goods.map((each) => (
            <li key={each.skuId}>
              <button type="button" aria-pressed={each.skuId === one.skuId} onClick={() => setShown(each.skuId)}>
                <Thumb path={each.images[0]} />
                <GoodsName goods={each} />
                {picked.linesAbout(each) > 0 && (
                  <span className="as-picker-count">已选 {picked.linesAbout(each)} 种</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      <GoodsParts key={one.skuId} goods={one} picked={picked} />
    </div>
  );
}

const GoodsName = ({ goods }: { goods: PartsOfProduct }): ReactNode => (
  <span>
    <b>{goods.name}</b>
    <small>
      {goods.skuCode}
      {goods.qty !== null && ` · 订了 ${goods.qty} 件`}
      {goods.isDiscontinued && ' · 已停产'}
    </small>
  </span>
);

const Thumb = ({ path }: { path: string | undefined }): ReactNode =>
  path ? (
    <img src={storedPicture(path, 160)} alt="" loading="lazy" />
  ) : (
    <span className="as-picker-blank" aria-hidden />
  );

function GoodsParts({ goods, picked }: { goods: PartsOfProduct; picked: Picked }): ReactNode {
  const placed = goods.parts.filter(isPlaced);
  return (
    <>
      <div className={goods.drawing && placed.length > 0 ? 'as-parts as-parts-drawn' : 'as-parts'}>
        {goods.drawing && placed.length > 0 && (
          <PartDrawing
            path={goods.drawing}
            pins={placed.map((part) => {
              const qty = picked.unitsOf(goods, part);
              return {
                id: part.id,
                ordinal: part.ordinal,
                isOn: qty > 0,
                label: nameOf(part),
                x: Number(part.pointX),
                y: Number(part.pointY),
                badge: qty > 0 ? `×${qty}` : undefined,
              };
            })}
            onPin={(id) => {
              const part = placed.find((each) => each.id === id);
              if (part) picked.put(goods, part, picked.unitsOf(goods, part) + 1);
            }}
          />
        )}
        {goods.parts.length === 0 && (
          <p className="as-weak">
            {goods.skuCode} 还没有配件清单，请用文字说明；
            <SourceLink title="录入配件清单" permission="catalog:skuPart:list" path={detailPath(sku, goods.skuId)}>
              录入配件清单
            </SourceLink>
            后可以看图点选。
          </p>
        )}
        <ul className="as-tiles" aria-label={`${goods.skuCode} 的配件`}>
          {goods.parts.map((part) => (
            <PartTile
              key={part.id}
              part={part}
              qty={picked.unitsOf(goods, part)}
              most={goods.qty === null ? null : goods.qty * part.qtyPerUnit}
              onUnits={(qty) => picked.put(goods, part, qty)}
            />
          ))}
        </ul>
      </div>
      <Button type="dashed" onClick={() => picked.describe(goods)}>
        清单里没有，用文字说明
      </Button>
    </>
  );
}

const isPlaced = ({ pointX, pointY }: PartFace): boolean => pointX !== null && pointY !== null;

const nameOf = ({ name, note }: PartFace): string => (note ? `${name} ${note}` : name);

/** One part: pointing at it asks for one more. */
function PartTile({
  part,
  qty,
  most,
  onUnits,
}: {
  part: PartFace;
  qty: number;
  /** As many as what was ordered has; null where no order says so. */
  most: number | null;
  onUnits: (qty: number) => void;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const name = nameOf(part);
  return (
    <li className={qty > 0 ? 'as-tile as-tile-on' : 'as-tile'}>
      <button type="button" className="as-tile-face" aria-pressed={qty > 0} onClick={() => onUnits(qty + 1)}>
        <b className="as-tile-no">{part.ordinal}</b>
        <Thumb path={part.images[0]} />
        <span className="as-tile-name">{name}</span>
        <span className="as-weak">{part.skuCode}</span>
        <span className="as-weak">
          每件 {part.qtyPerUnit}
          {part.cartonNo !== null && ` · 第 ${part.cartonNo} 箱`}
          <Stock part={part} />
        </span>
      </button>
      {qty > 0 && (
        <Stepper
          name={name}
          title="数量"
          text={typed ?? String(qty)}
          disabled={false}
          isLeast={false}
          onStep={(by) => onUnits(qty + by)}
          onText={(text) => {
            setTyped(text);
            if (/^[1-9]\d{0,3}$/.test(text.trim())) onUnits(Number(text));
          }}
          onLeave={() => setTyped(null)}
        />
      )}
      {most !== null && qty > most && <span className="as-amber">订单里共 {most} 个，请核对</span>}
    </li>
  );
}

const Stock = ({ part }: { part: PartFace }): ReactNode =>
  part.available > 0 ? (
    <> · 库存 {part.available}</>
  ) : (
    <span className="as-amber"> · {part.isHarvestable ? '无库存，可拆取' : '无库存'}</span>
  );
