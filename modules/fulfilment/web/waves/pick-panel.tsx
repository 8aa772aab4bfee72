import { Button, Progress } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { confirmAction, ScanBox } from '#kit/web/index.ts';
import type { PickStop, WaveDesk } from '../../model/wave-routes.ts';
import { RowPicture } from '#kit/web/cells/row-picture.tsx';
import { ShortDialog } from './short-dialog.tsx';
import { currentStop, isWithoutBins, type Picking } from './use-picking.ts';

/** 拣货台: one place after the other, large enough to be read from the handle of a cart. */
export function PickPanel({ desk, picking }: { desk: WaveDesk; picking: Picking }): ReactNode {
  const [isShort, setShort] = useState(false);
  const stop = currentStop(desk);
  // Whoever opens the page stands at the next free place.
  const arrive = useRef(picking.go);
  useEffect(() => arrive.current(null), [desk.id]);
  const done = desk.pickedCount + desk.shortCount;
  const open = desk.stops.filter(({ left }) => left > 0);
  return (
    <section className="wv-pick" aria-label="拣货">
      <Progress
        percent={Math.round((done * 100) / Math.max(1, desk.unitCount))}
        format={() => `${done}/${desk.unitCount}`}
        aria-label="拣货进度"
      />
      {stop && <StopCard desk={desk} stop={stop} at={desk.stops.length - open.length + 1} />}
      {/* Also between two places: a scan there waits until the next one is known. */}
      <ScanBox
        label="扫码"
        placeholder="扫SKU或条码，每扫一次拣一件"
        message={picking.said}
        turns={picking.turns}
        onNumber={picking.scan}
      />
      {stop ? (
        <>
          <div className="wv-buttons">
            <Button type="primary" size="large" disabled={picking.isBusy} onClick={() => picking.pick(stop, stop.left)}>
              拣满 {stop.left} 件
            </Button>
            {stop.left > 1 && (
              <Button size="large" disabled={picking.isBusy} onClick={() => picking.pick(stop, 1)}>
                拣 1 件
              </Button>
            )}
            <Button size="large" disabled={picking.isBusy} onClick={() => setShort(true)}>
              缺货登记
            </Button>
            <Button size="large" disabled={picking.isBusy} onClick={picking.undo}>
              撤销
            </Button>
            {isWithoutBins(desk) && open.length > 1 && (
              <Button size="large" disabled={picking.isBusy} onClick={() => void pickAll(picking, open)}>
                全部拣完
              </Button>
            )}
          </div>
          {isShort && <ShortDialog stop={stop} onShort={picking.short} onClose={() => setShort(false)} />}
        </>
      ) : (
        <div className="wv-none">
          <p role="status">{open.length > 0 ? '剩下的货位都有人在拣，完成后自动更新。' : '已全部拣完。'}</p>
          <Button onClick={picking.undo} disabled={picking.isBusy}>
            撤销
          </Button>
        </div>
      )}
    </section>
  );
}

/** Goods without bins are often taken in one go: whoever says so has them all in the hand. */
async function pickAll(picking: Picking, open: readonly PickStop[]): Promise<void> {
  const units = open.reduce((sum, { left }) => sum + left, 0);
  const isAgreed = await confirmAction({
    title: `${open.length} 种共 ${units} 件都拣到了？`,
    content: '记为全部拣完；少了的先点“缺货登记”。',
    okText: '全部拣完',
  });
  if (isAgreed) picking.pickAll();
}

function StopCard({ desk, stop, at }: { desk: WaveDesk; stop: PickStop; at: number }): ReactNode {
  return (
    <div className="wv-stop">
      <p className="wv-weak">
        第 {at} / {desk.stops.length} 处
      </p>
      <p className="wv-bin">{stop.bin ?? '无货位'}</p>
      <div className="wv-goods">
        <RowPicture path={stop.goods.picture} />
        <div>
          <strong>{stop.goods.code}</strong>
          <p className="wv-weak">{stop.goods.name}</p>
        </div>
        <p className="wv-left">
          <span className="wv-weak">还要</span> {stop.left}
        </p>
      </div>
      {desk.kind === 'multi' && (
        <ul className="wv-slots" aria-label="放入">
          {stop.slots.map(({ slot, qty, picked, short }) => (
            <li key={slot} className={picked + short >= qty ? 'wv-slot-done' : ''}>
              <b>{slot} 号格</b> {picked}/{qty}
              {short > 0 && <span className="wv-bad"> 缺 {short}</span>}
            </li>
          ))}
        </ul>
      )}
      {desk.kind === 'each' && <p className="wv-weak">{stop.slots[0]?.shipmentNo}</p>}
    </div>
  );
}
