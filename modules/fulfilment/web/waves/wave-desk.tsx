import { PrinterOutlined } from '@ant-design/icons';
import { Button, Dropdown, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import {
  CopyButton,
  detailPath,
  HelpButton,
  MoveButtons,
  openFrom,
  PicturedLine,
  PicturedLines,
  refreshResource,
  RowFault,
  StateTag,
  toastError,
  usePage,
  usePageTitle,
  usePermission,
} from '#kit/web/index.ts';
import { fulfilmentMenus } from '../../model/menus.ts';
import { PAPERS, type Paper } from '../../model/routes.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { shipment } from '../../model/shipment.ts';
import { printWavesRoute, type WaveDesk } from '../../model/wave-routes.ts';
import { wave, waveKind, waveLifecycle } from '../../model/wave.ts';
import { print } from '../papers.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { PickPanel } from './pick-panel.tsx';
import { usePicking, useWaveDesk, type Picking } from './use-picking.ts';
import './wave.css';

/** A wave: its walk while it is picked, its shipments in the order of the shelf once it is. */
export function WaveDeskPage(): ReactNode {
  const id = usePage().params['id'] ?? '';
  const { data, error, refetch } = useWaveDesk(id);
  usePageTitle(data ? `波次 ${data.waveNo}` : undefined);
  if (error && !data) return <RowFault of={wave} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return <Desk key={id} desk={data} />;
}

function Desk({ desk }: { desk: WaveDesk }): ReactNode {
  const picking = usePicking(desk.id);
  const mayPick = usePermission('fulfilment:wave:pick');
  return (
    <article className="wv-desk">
      <DeskHead desk={desk} />
      {desk.status === 'picking' && mayPick && <PickPanel desk={desk} picking={picking} />}
      {desk.status === 'picked' && <ToPack desk={desk} />}
      {desk.back.length > 0 && <PutBacks desk={desk} picking={picking} mayPick={mayPick} />}
      <Stops desk={desk} picking={picking} mayPick={mayPick} />
      <Shipments desk={desk} />
    </article>
  );
}

function DeskHead({ desk }: { desk: WaveDesk }): ReactNode {
  const { shortCount } = desk;
  return (
    <header className="wv-head">
      <h1 className="wb-detail-name">{desk.waveNo}</h1>
      <CopyButton text={desk.waveNo} what="波次号" />
      <StateTag lifecycle={waveLifecycle} state={desk.status} />
      <HelpButton />
      <span className="wv-weak">
        {desk.warehouse} · {waveKind.items[desk.kind]} · {desk.shipments.length} 张发货单 · 已拣 {desk.pickedCount}/
        {desk.unitCount} 件{desk.assigneeName ? ` · ${desk.assigneeName}` : ''}
      </span>
      {shortCount > 0 && <span className="wv-bad">缺货 {shortCount} 件</span>}
      <span className="wb-actions">
        <PrintWave desk={desk} />
        <MoveButtons
          lifecycle={waveLifecycle}
          row={desk}
          dialogs={{ assign: AssignDialog }}
          visible={1}
          {...(desk.status === 'draft' ? {} : { look: 'plain' })}
          onDone={() => void refreshResource(wave)}
        />
      </span>
    </header>
  );
}

/** Papers in the order of the shelf or the cart. */
function PrintWave({ desk }: { desk: WaveDesk }): ReactNode {
  const mayPrint = usePermission('fulfilment:shipment:print');
  if (!mayPrint) return null;
  const ids = desk.shipments.map(({ id }) => id);
  const papers = (['printLabels', 'printPackingSlips', 'printBoxMarks'] as const).map((key) => ({
    key,
    label: PAPERS[key].summary,
    disabled: ids.length === 0,
  }));
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [{ key: 'pick', label: '打印拣货单' }, ...papers],
        onClick: ({ key }) =>
          void (key === 'pick'
            ? openFrom(printWavesRoute, { body: { ids: [desk.id] } }).catch(toastError)
            : print(key as Paper, ids)),
      }}
    >
      <Button icon={<PrinterOutlined aria-hidden />}>打印</Button>
    </Dropdown>
  );
}

/** The queue of the packing desk, where there is one that takes several; else the first that waits. */
const packingPath = ({ shipments }: WaveDesk): string | null => {
  const open = shipments.filter(({ status, shorts }) => (status === 'draft' || status === 'packing') && shorts === 0);
  const [first] = open;
  if (!first) return null;
  return fulfilmentMenus.some(({ path }) => path === '/packing')
    ? `/packing?ids=${open.map(({ id }) => id).join(',')}`
    : detailPath(shipment, first.id);
};

function ToPack({ desk }: { desk: WaveDesk }): ReactNode {
  const page = usePage();
  const path = packingPath(desk);
  const order = desk.kind === 'multi' ? '按格号顺序' : '按拣货顺序';
  return (
    <section className="wv-part wv-next">
      <p>{path ? `货已拣齐，${order}打包。` : '拣齐的都已装箱，可以完成打包。'}</p>
      {path && (
        <Button type="primary" size="large" onClick={() => page.open(path)}>
          去打包
        </Button>
      )}
    </section>
  );
}

interface PartProps {
  desk: WaveDesk;
  picking: Picking;
  mayPick: boolean;
}

function PutBacks({ desk, picking, mayPick }: PartProps): ReactNode {
  return (
    <section className="wv-part">
      <h2>放回货位</h2>
      <PicturedLines label="放回货位">
        {desk.back.map(({ taskId, goods, bin, qty, slot, shipmentNo }) => (
          <PicturedLine
            key={taskId}
            picture={goods.picture}
            name={`${bin ?? '无货位'}　${goods.code} ×${qty}`}
            words={
              <span>
                {goods.name} · {desk.kind === 'multi' ? `从 ${slot} 号格取出` : shipmentNo}
              </span>
            }
            units={null}
            about={
              mayPick && (
                <Button disabled={picking.isBusy} onClick={() => picking.putBack(taskId)}>
                  已放回
                </Button>
              )
            }
          />
        ))}
      </PicturedLines>
    </section>
  );
}

function Stops({ desk, picking, mayPick }: PartProps): ReactNode {
  const isOpen = desk.status === 'picking';
  const mayFind = mayPick && (isOpen || desk.status === 'picked');
  if (desk.stops.length === 0) return null;
  return (
    <section className="wv-part">
      <h2>拣货顺序</h2>
      <PicturedLines label="拣货顺序">
        {desk.stops.map((stop) => (
          <PicturedLine
            key={stop.seq}
            picture={stop.goods.picture}
            isGone={stop.left === 0 && stop.short === 0}
            name={`${stop.bin ?? '无货位'}　${stop.goods.code}`}
            words={
              <span>
                {stop.goods.name}
                {stop.holder && <span className="wv-held"> · {stop.holder} 在拣</span>}
              </span>
            }
            units={
              <span>
                {stop.picked}/{stop.qty}
                {stop.short > 0 && <span className="wv-bad"> 缺 {stop.short}</span>}
              </span>
            }
            about={
              <>
                {mayFind && stop.short > 0 && (
                  <Button disabled={picking.isBusy} onClick={() => picking.found(stop)}>
                    补拣 1 件
                  </Button>
                )}
                {isOpen && mayPick && stop.left > 0 && stop.seq !== desk.next && !stop.holder && (
                  <Button disabled={picking.isBusy} onClick={() => picking.go(stop.seq)}>
                    去这里
                  </Button>
                )}
              </>
            }
          />
        ))}
      </PicturedLines>
    </section>
  );
}

function Shipments({ desk }: { desk: WaveDesk }): ReactNode {
  const page = usePage();
  if (desk.shipments.length === 0) return null;
  return (
    <section className="wv-part">
      <h2>发货单</h2>
      <ul className="wv-shipments" aria-label="发货单">
        {desk.shipments.map(({ id, slot, shipmentNo, channelOrderNo, status, units, shorts }) => (
          <li key={id}>
            <b className="wv-slot-no">{slot}</b>
            <Button type="link" size="small" onClick={() => page.open(detailPath(shipment, id))}>
              {shipmentNo}
            </Button>
            <span className="wv-weak">{channelOrderNo}</span>
            <span>{units} 件</span>
            <StateTag lifecycle={shipmentLifecycle} state={status} />
            {shorts > 0 && <span className="wv-bad">缺 {shorts} 件</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
