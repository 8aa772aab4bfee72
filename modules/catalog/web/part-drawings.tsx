import { Button, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  callResource,
  DetailPart,
  ImageUpload,
  readFiles,
  refreshResource,
  toast,
  toastError,
  usePartRows,
  usePermissions,
  useRow,
  type DetailRow,
} from '#kit/web/index.ts';
import { sku } from '../model/product.ts';
import { skuPart } from '../model/sku-part.ts';
import { PartDrawing, type PartPin } from './part-drawing.tsx';
import type { ProductPartProps } from './product-slots.ts';

type Part = WireRow<typeof skuPart>;

const MOST = 200;

/** 爆炸图 of the SKUs that have parts: the drawing, and where on it each part is. */
export function PartDrawings({ skuIds, nameOf }: ProductPartProps): ReactNode {
  const { query, isShown } = usePartRows(skuPart, { parentSkuId: skuIds.join(','), pageSize: MOST }, skuIds.length > 0);
  const [chosen, setChosen] = useState<string | null>(null);
  if (!isShown) return null;
  return (
    <DetailPart title="爆炸图" query={query} countOf={({ total }) => total}>
      {({ records }) => {
        const withParts = skuIds.filter((id) => records.some((part) => part.parentSkuId === id));
        const shown = chosen !== null && withParts.includes(chosen) ? chosen : withParts[0];
        return (
          <>
            {withParts.length > 1 && (
              <Select
                aria-label="看哪个SKU的爆炸图"
                value={shown ?? null}
                options={withParts.map((id) => ({ value: id, label: nameOf(id) }))}
                onChange={setChosen}
              />
            )}
            {shown && (
              <OneDrawing
                key={shown}
                skuId={shown}
                parts={records.filter(({ parentSkuId }) => parentSkuId === shown)}
              />
            )}
          </>
        );
      }}
    </DetailPart>
  );
}

function OneDrawing({ skuId, parts }: { skuId: string; parts: readonly Part[] }): ReactNode {
  const may = usePermissions();
  const { data: row } = useRow(sku, skuId);
  const [path] = readFiles(row?.drawing).map(({ filePath }) => filePath);
  if (!row) return null;
  if (!path)
    return may('catalog:sku:edit') ? <GiveDrawing row={row} /> : <p className="wb-part-none">还没有爆炸图。</p>;
  return <Placed row={row} path={path} parts={parts} mayPlace={may('catalog:skuPart:edit')} />;
}

async function storeDrawing(row: DetailRow<typeof sku>, drawing: string): Promise<void> {
  try {
    await callResource(sku, 'edit', { body: { id: row.id, version: row.version, drawing } });
    await refreshResource(sku);
  } catch (error) {
    toastError(error);
  }
}

const GiveDrawing = ({ row }: { row: DetailRow<typeof sku> }): ReactNode => (
  <>
    <p className="wb-part-none">上传一张爆炸图，再把各配件点到图上；客服补发时就能对着图指给买家看。</p>
    <ImageUpload label="爆炸图" value={null} onChange={(value) => void storeDrawing(row, String(value ?? ''))} />
  </>
);

function Placed({
  row,
  path,
  parts,
  mayPlace,
}: {
  row: DetailRow<typeof sku>;
  path: string;
  parts: readonly Part[];
  mayPlace: boolean;
}): ReactNode {
  const may = usePermissions();
  const [on, setOn] = useState<string | null>(null);
  const [isChanging, setChanging] = useState(false);
  const place = async (id: string, x: number | null, y: number | null): Promise<void> => {
    const part = parts.find((one) => one.id === id);
    if (!part) return;
    try {
      await callResource(skuPart, 'edit', {
        body: { id, version: part.version, pointX: x, pointY: y },
      });
      await refreshResource(skuPart);
    } catch (error) {
      toastError(error);
    }
  };
  const point = ({ x, y, id }: { x: number; y: number; id?: string }): void => {
    const at = id ?? on;
    if (at === null) return toast.warn('请先在列表中选择要标在图上的配件');
    // The next that stands nowhere yet is what one goes on with.
    if (!id) setOn(parts.find((part) => part.id !== at && !isPlaced(part))?.id ?? null);
    void place(at, x, y);
  };
  return (
    <div className="ct-drawing-parts">
      <PartDrawing
        path={path}
        pins={parts.filter(isPlaced).map((part) => pinOf(part, part.id === on))}
        onPin={setOn}
        onPlace={mayPlace ? point : undefined}
      />
      <div>
        <ul className="ct-drawing-list" aria-label="图上的配件">
          {parts.map((part) => (
            <li key={part.id}>
              <button
                type="button"
                className="ct-drawing-part"
                aria-pressed={part.id === on}
                onClick={() => setOn(part.id)}
              >
                <b>{part.ordinal}</b>
                <span>{labelOf(part)}</span>
                <span>{isPlaced(part) ? '已标注' : '未标注'}</span>
              </button>
            </li>
          ))}
        </ul>
        {mayPlace && <p className="wb-part-none">选一个配件，再点图上的位置；选中图上的点，用方向键微调。</p>}
        <span className="ct-part-acts">
          {mayPlace && on !== null && (
            <Button size="small" onClick={() => void place(on, null, null)}>
              取消标注
            </Button>
          )}
          {may('catalog:sku:edit') && (
            <Button size="small" onClick={() => setChanging(!isChanging)}>
              {isChanging ? '不换了' : '换一张爆炸图'}
            </Button>
          )}
        </span>
        {isChanging && <GiveDrawing row={row} />}
      </div>
    </div>
  );
}

/** Whether it stands on the drawing: half a place is none. */
const isPlaced = (part: Part): boolean => part.pointX !== null && part.pointY !== null;

const labelOf = (part: Part): string => [part.partSkuId_dictText, part.note].filter(Boolean).join(' ');

const pinOf = (part: Part, isOn: boolean): PartPin => ({
  id: part.id,
  ordinal: part.ordinal,
  isOn,
  label: labelOf(part),
  x: Number(part.pointX),
  y: Number(part.pointY),
});
