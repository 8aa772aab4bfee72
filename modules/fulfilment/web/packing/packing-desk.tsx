import { Skeleton, Steps } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  HiddenRowTag,
  CopyButton,
  DetailColumns,
  HeldStrip,
  HelpButton,
  MoveButtons,
  Neighbours,
  PRINT_ACTION,
  refreshResource,
  RowFault,
  SourceLink,
  StateTag,
  useIsMobile,
  usePage,
  usePageTitle,
} from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { shipmentLifecycle, type ShipmentMove } from '../../model/shipment-lifecycle.ts';
import { box, shipment } from '../../model/shipment.ts';
import type { BoxDrafts } from './box-card.tsx';
import { CarrierPart } from '../carriers/carrier-part.tsx';
import { interceptMoves, isWronglyLabelled, labelMoves, WAY_MOVES } from '../offered-moves.ts';
import { PackingBoxes } from './packing-boxes.tsx';
import type { Packing, PackingBox } from '../../model/routes.ts';
import { usePacking } from './packing-data.ts';
import { PackingFacts } from './packing-facts.tsx';
import { PackingLines } from './packing-lines.tsx';
import { PackingNext } from './packing-next.tsx';
import { PackingNotices } from './packing-notices.tsx';
import { PackingScan } from './packing-scan.tsx';
import { shipmentAftersales } from '../shipment-slots.ts';
import { PrintMenu } from '../print-menu.tsx';
import { RepackDialog } from './repack-dialog.tsx';
import './packing.css';

/** 装箱发货: one screen from the first carton to the truck. */
export function PackingDesk(): ReactNode {
  const { params } = usePage();
  const id = params['id'] ?? '';
  const { data, error, refetch } = usePacking(id);
  usePageTitle(data ? `${isAtDesk(data) ? '装箱' : '发货单'} ${data.shipmentNo}` : undefined);
  if (error && !data) return <RowFault of={shipment} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active className="wb-page-wait" />;
  return <Desk key={id} data={data} />;
}

function Desk({ data }: { data: Packing }): ReactNode {
  // On a phone what is done next stands first and at the thumb, and what is only read last.
  const isMobile = useIsMobile();
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const [drafts, setDrafts] = useState<BoxDrafts>({});
  const [chosen, choose] = useState<string | null>(null);
  const current = boxAtHand(data, chosen);
  const refresh = (): void => {
    for (const resource of [shipment, box, salesOrder]) void refreshResource(resource);
  };
  const boxes = (
    <PackingBoxes {...{ data, drafts, current, foot }} onDrafts={setDrafts} onChoose={choose} onDone={refresh} />
  );
  return (
    <article className="pk-desk">
      <PackingHead data={data} isMobile={isMobile} onDone={refresh} />
      <div className="pk-way">
        <PackingSteps status={data.status} />
        <Neighbours of={shipment} id={data.id} />
      </div>
      {data.status === 'shipped' && <HeldStrip lifecycle={shipmentLifecycle} id={data.id} />}
      <PackingNotices data={data} onDone={refresh} />
      <CarrierPart data={data} onDone={refresh} />
      <shipmentAftersales.Outlet shipmentId={data.id} status={data.status} />
      {isAtDesk(data) && <PackingScan data={data} current={current} onFound={choose} />}
      {isMobile ? (
        <>
          {!isPacking(data) && <PackingNext data={data} />}
          {boxes}
          <PackingLines data={data} />
          {isPacking(data) && <PackingNext data={data} />}
          <PackingFacts data={data} />
        </>
      ) : (
        <DetailColumns aside={<PackingNext data={data} />}>
          <PackingFacts data={data} />
          <PackingLines data={data} />
          {boxes}
        </DetailColumns>
      )}
      {isMobile && (
        <footer className="pk-foot">
          <span ref={setFoot} className="pk-foot-boxes" />
          <Moves data={data} visible={isPacking(data) ? 0 : 1} onDone={refresh} />
        </footer>
      )}
    </article>
  );
}

/** Whether boxes are still filled: once all are sealed, the page is the shipment's, not a desk. */
const isAtDesk = ({ status }: Packing): boolean => status === 'draft' || status === 'packing';

const isPacking = ({ status, boxes }: Packing): boolean => status === 'packing' && boxes.length > 0;

/** The box that is packed now: the one that was scanned or tapped, otherwise the first open one. */
const boxAtHand = ({ boxes }: Packing, chosen: string | null): PackingBox | undefined => {
  const at = boxes.findIndex(({ id }) => id === chosen);
  if (boxes[at]?.status === 'open') return boxes[at];
  const isOpen = (one: PackingBox): boolean => one.status === 'open';
  return boxes.slice(at + 1).find(isOpen) ?? boxes.find(isOpen) ?? boxes[at];
};

/** 全部封箱 stands with the boxes: it stores what is typed on them first. */
const movesOf = (data: Packing): readonly ShipmentMove[] => [
  ...(data.lead ? [] : wayOf(data)),
  ...interceptMoves(data),
];

/** A shipment that another leads has no way of its own. */
const wayOf = (data: Packing): readonly ShipmentMove[] => [
  'pack',
  ...labelMoves(data),
  'reopen',
  ...WAY_MOVES,
  ...(data.partners.length > 0 ? (['takeApart'] as const) : []),
  'unship',
  'voidShipment',
];

function PackingHead({ data, isMobile, onDone }: { data: Packing; isMobile: boolean; onDone: () => void }): ReactNode {
  return (
    <header className="pk-head">
      <h1 className="wb-detail-name">{data.shipmentNo}</h1>
      <CopyButton text={data.shipmentNo} what="发货单号" />
      <StateTag lifecycle={shipmentLifecycle} state={data.status} />
      <HiddenRowTag of={shipment} row={data} />
      <HelpButton />
      <span className="pk-about">
        PO{' '}
        <SourceLink title="看订单" permission="orders:salesOrder:list" path={`/orders/${data.orderId}`}>
          {data.channelOrderNo}
        </SourceLink>
        <CopyButton text={data.channelOrderNo} what="PO号" />
      </span>
      <span className="wb-actions pk-moves">
        {!isMobile && <Moves data={data} visible={3} onDone={onDone} />}
        <PrintMenu id={data.id} hasBoxes={data.boxes.length > 0} />
      </span>
    </header>
  );
}

function Moves({ data, visible, onDone }: { data: Packing; visible: number; onDone: () => void }): ReactNode {
  return (
    <MoveButtons
      lifecycle={shipmentLifecycle}
      row={data}
      moves={movesOf(data)}
      dialogs={data.boxes.length > 0 ? { pack: RepackDialog } : undefined}
      more={[PRINT_ACTION]}
      visible={visible}
      look={isNextElsewhere(data) ? 'plain' : 'buttons'}
      onDone={onDone}
    />
  );
}

/**
 * The button that calls stands elsewhere: 全部封箱 with the boxes (packing again starts over), or in
 * the notice about what has to be settled before anything leaves.
 */
const isNextElsewhere = (data: Packing): boolean =>
  isPacking(data) ||
  data.holds.length > 0 ||
  data.labelHold !== null ||
  (data.customsRequired && !data.customsStored) ||
  (data.status === 'labelled' && isWronglyLabelled(data));

const STEPS: readonly [title: string, states: readonly string[]][] = [
  ['装箱', ['draft', 'packing']],
  ['面单', ['packed', 'labelling']],
  ['出库', ['labelled']],
  ['已出库', ['shipped', 'inTransit', 'exception', 'delivered', 'lost']],
];

function PackingSteps({ status }: { status: string }): ReactNode {
  const at = STEPS.findIndex(([, states]) => states.includes(status));
  if (at < 0) return null;
  return (
    <Steps
      className="pk-steps"
      size="small"
      responsive={false}
      current={at === STEPS.length - 1 ? STEPS.length : at}
      items={STEPS.map(([title]) => ({ title }))}
    />
  );
}
