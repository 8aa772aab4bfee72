import { CheckOutlined, InboxOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { gramsToPounds, mmToInches } from '#kit/model/unit.ts';
import { StateTag, TimeLeft } from '#kit/web/index.ts';
import { shipmentLifecycle } from '../../model/shipment-lifecycle.ts';
import { boxTitle } from '../../model/station-scan.ts';
import type { StationMessage } from '../../model/station-input.ts';
import type { StationBox, StationShipment } from '../../model/station.ts';
import type { Station } from './use-station.ts';

/** What is at the table: the shipment, its cartons as tiles, and in large what is to be done. */
export function StationDesk({ station, onKey }: { station: Station; onKey: (text: string) => void }): ReactNode {
  const { desk, isBusy } = station;
  if (desk.stop) return <Stop said={desk.stop} onDone={() => onKey('WB-OK')} />;
  return (
    <section className="ps-desk" aria-label="发货单" aria-busy={isBusy}>
      {desk.choices.length > 0 ? (
        <Choices station={station} onKey={onKey} />
      ) : (
        <>
          {desk.shipment && <Head shipment={desk.shipment} />}
          <MessageView said={desk.message ?? idle(desk.shipment)} />
          {desk.asking && (
            <p className="ps-answers">
              <Button size="large" type="primary" tabIndex={-1} onClick={() => onKey('WB-OK')}>
                确认 Enter
              </Button>
              <Button size="large" tabIndex={-1} onClick={() => onKey('WB-UNDO')}>
                重新称 Esc
              </Button>
            </p>
          )}
          {desk.shipment && <Tiles shipment={desk.shipment} />}
        </>
      )}
    </section>
  );
}

function idle(shipment: StationShipment | null): StationMessage {
  if (!shipment) return { tone: 'done', title: '请扫第一件', description: '或按 Enter 打最急的一单。' };
  const left = shipment.boxes.filter(({ status }) => status === 'open').length;
  if (left === 0) return { tone: 'done', title: '箱子齐了' };
  const atHand = shipment.boxes.find(({ id }) => id === shipment.atHand);
  if (atHand) return { tone: 'done', title: boxTitle(shipment, atHand), description: '请称重' };
  return { tone: 'done', title: '请扫箱子', description: `还差 ${left} 箱` };
}

/** The whole screen red, until it is acknowledged. */
function Stop({ said, onDone }: { said: StationMessage; onDone: () => void }): ReactNode {
  return (
    <section className="ps-stop" role="alert" aria-label="停">
      <strong>停</strong>
      <p className="ps-stop-title">{said.title}</p>
      {said.description && <p>{said.description}</p>}
      <Button size="large" tabIndex={-1} onClick={onDone}>
        知道了 Enter
      </Button>
    </section>
  );
}

const MessageView = ({ said }: { said: StationMessage }): ReactNode => (
  <div
    className={`ps-said ps-said-${said.tone}`}
    role={said.tone === 'failed' ? 'alert' : 'status'}
    aria-live="assertive"
  >
    <strong>{said.title}</strong>
    {said.description && <span>{said.description}</span>}
  </div>
);

function Head({ shipment }: { shipment: StationShipment }): ReactNode {
  const { channelOrderNo, shipmentNo, status, priority, warehouse, shipBy, lines } = shipment;
  return (
    <div className="ps-about">
      <h2>{channelOrderNo}</h2>
      <StateTag lifecycle={shipmentLifecycle} state={status} />
      {priority !== 'normal' && <span className="ps-urgent">{priority === 'urgent' ? '特急' : '加急'}</span>}
      <span className="ps-weak">{shipmentNo}</span>
      <span className="ps-weak">{warehouse}</span>
      {shipBy && (
        <span className="ps-weak">
          最晚发货 <TimeLeft until={shipBy} nearHours={24} />
        </span>
      )}
      <ul className="ps-lines" aria-label="商品">
        {lines.map((line) => (
          <li key={line.id}>
            <b>{line.channelSku}</b> ×{line.qty} <span className="ps-weak">{line.name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Tiles({ shipment }: { shipment: StationShipment }): ReactNode {
  return (
    <ul className="ps-tiles" aria-label="箱子" data-cartons={cartonsOfAll(shipment)}>
      {shipment.boxes.map((box) => (
        <Tile key={box.id} shipment={shipment} box={box} />
      ))}
    </ul>
  );
}

/** How many cartons a unit is, where all units are of the same. */
function cartonsOfAll({ boxes }: StationShipment): number | undefined {
  const [first, ...others] = new Set(boxes.map(({ items }) => items[0]?.cartons ?? 0));
  return others.length === 0 && first && first > 1 ? first : undefined;
}

const WORDS: Readonly<Record<string, string>> = {
  open: '待扫',
  sealed: '已封箱',
  labelled: '面单就绪',
  shipped: '已出库',
};

function Tile({ shipment, box }: { shipment: StationShipment; box: StationBox }): ReactNode {
  const isAtHand = shipment.atHand === box.id && box.status === 'open';
  const state = isAtHand ? 'hand' : box.status === 'open' ? 'open' : 'done';
  const [item] = box.items;
  return (
    <li className={`ps-tile ps-tile-${state}`}>
      <span className="ps-tile-no">
        {item && item.cartons > 1
          ? `${item.cartonNo}/${item.cartons}`
          : `${shipment.boxes.indexOf(box) + 1}/${shipment.boxes.length}`}
      </span>
      <span className="ps-tile-name">
        {item ? (item.cartons > 1 ? item.label : `${item.channelSku} ×${item.qty}`) : '空箱'}
      </span>
      {item && item.cartons > 1 && (
        <span className="ps-weak">
          {item.channelSku} 第 {item.piece} 件
        </span>
      )}
      <span className="ps-weak">{measuresText(box)}</span>
      <span className="ps-tile-state">
        {state === 'done' ? <CheckOutlined aria-hidden /> : <InboxOutlined aria-hidden />}{' '}
        {isAtHand ? '在手上' : WORDS[box.status]}
        {box.prints > 0 && ' · 已打印'}
      </span>
    </li>
  );
}

function measuresText({ weightG, lengthMm, widthMm, heightMm }: StationBox): string {
  const weight = weightG ? `${gramsToPounds(weightG)} lb` : '未称重';
  if (!lengthMm || !widthMm || !heightMm) return weight;
  return `${weight} · ${[lengthMm, widthMm, heightMm].map(mmToInches).join('×')} in`;
}

/** Several shipments that a scan may mean, chosen by number key. */
function Choices({ station, onKey }: { station: Station; onKey: (text: string) => void }): ReactNode {
  return (
    <>
      <MessageView said={{ tone: 'done', title: '有几张发货单，请按数字选一张' }} />
      <ol className="ps-choices" aria-label="发货单">
        {station.desk.choices.map((row, at) => (
          <li key={row.id}>
            <button type="button" tabIndex={-1} onClick={() => onKey(String(at + 1))}>
              <kbd>{at + 1}</kbd>
              <b>{row.channelOrderNo}</b>
              <span>{row.shipmentNo}</span>
              <StateTag lifecycle={shipmentLifecycle} state={row.status} />
              <span className="ps-weak">{row.goods}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
