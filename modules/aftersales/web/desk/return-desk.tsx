import { Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  detailPath,
  HelpButton,
  ScanBox,
  StateTag,
  TimeLeft,
  usePage,
  usePageTitle,
  usePermission,
} from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import type { DeskReturn } from '../../model/return-desk.ts';
import { returnOrder } from '../../model/return-order.ts';
import { DeskCandidates, OverQuestion, StrangerQuestion } from './desk-questions.tsx';
import { DeskLines } from './desk-lines.tsx';
import { UnorderedDialog } from './unordered-dialog.tsx';
import { useReturnDesk, type ReturnDesk } from './use-return-desk.ts';
import '../aftersales.css';

/** A quantity is never as long as a code. */
const MOST_DIGITS = 6;

/** 收退货台: a parcel is scanned, then each thing in it; on a phone or with a scanner alone. */
export function ReturnDeskPage(): ReactNode {
  const desk = useReturnDesk();
  const mayAdd = usePermission('aftersales:returnOrder:add');
  const [isUnordered, setUnordered] = useState(false);
  usePageTitle('收退货台');
  const counted = countedOf(desk.parcel);
  return (
    <article className="as-desk">
      <header className="as-head">
        <h1 className="wb-detail-name">收退货台</h1>
        <HelpButton />
        <DeskState desk={desk} />
        <span className="wb-actions">
          {desk.parcel.length > 0 && counted === 0 && (
            <Button onClick={desk.leave}>下一个包裹</Button>
          )}
          {mayAdd && <Button onClick={() => setUnordered(true)}>登记无单退货</Button>}
        </span>
      </header>
      <section className="as-scan" aria-label="扫码">
        <ScanBox
          label="扫码"
          placeholder={
            desk.parcel.some(({ isOpen }) => isOpen)
              ? '扫商品；再扫包裹号即收货'
              : '扫退货运单号、RA号、PO号'
          }
          said={desk.said}
          isBusy={desk.isBusy}
          onNumber={desk.read}
          isScan={(number, input) => input.inputMode === 'numeric' && number.length > MOST_DIGITS}
        />
      </section>
      <OverQuestion desk={desk} />
      <StrangerQuestion desk={desk} />
      <DeskBody desk={desk} mayAdd={mayAdd} onUnordered={() => setUnordered(true)} />
      {counted > 0 && (
        <footer className="as-foot">
          <span className="as-weak">本次共 {counted} 件</span>
          <Button size="large" onClick={desk.undo}>
            撤回
          </Button>
          <Button type="primary" size="large" onClick={desk.receive}>
            收货
          </Button>
        </footer>
      )}
      {isUnordered && (
        <UnorderedDialog number={desk.unknown} onClose={() => setUnordered(false)} desk={desk} />
      )}
    </article>
  );
}

const countedOf = (parcel: readonly DeskReturn[]): number =>
  parcel.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.counted, 0);

/** Whether what was scanned is stored. */
const DeskState = ({ desk: { waiting, isStuck } }: { desk: ReturnDesk }): ReactNode => (
  <span role="status" className={isStuck ? 'as-bad' : 'as-weak'}>
    {waiting > 0 && (isStuck ? `没有网络，${waiting} 次扫描待保存` : '保存中')}
  </span>
);

function DeskBody({
  desk,
  mayAdd,
  onUnordered,
}: {
  desk: ReturnDesk;
  mayAdd: boolean;
  onUnordered: () => void;
}): ReactNode {
  const { query } = usePage();
  if (desk.candidates.length > 0) return <DeskCandidates desk={desk} />;
  if (desk.parcel.length > 0)
    return desk.parcel.map((one) => <OneReturn key={one.id} one={one} desk={desk} />);
  if (desk.unknown !== null)
    return <Unknown desk={desk} number={desk.unknown} mayAdd={mayAdd} onUnordered={onUnordered} />;
  if (query['ids'] && !desk.error) return <Skeleton active />;
  return (
    <p className="as-none">
      {desk.error ? desk.error.message : '一个包裹里有几张单的货也可以：扫一次包裹，逐件扫商品。'}
    </p>
  );
}

/** A number that leads to no return: what was read stays in sight, with the ways on. */
function Unknown({
  desk,
  number,
  mayAdd,
  onUnordered,
}: {
  desk: ReturnDesk;
  number: string;
  mayAdd: boolean;
  onUnordered: () => void;
}): ReactNode {
  const page = usePage();
  return (
    <section className="as-part" aria-label="没有退货单">
      <p>
        刚才扫的是 <b className="as-number">{number}</b>，没有等着收的退货单。
      </p>
      {desk.found?.orders.map(({ id, channelOrderNo, shop }) => (
        <p key={id}>
          它是订单{' '}
          <Button type="link" size="small" onClick={() => page.open(detailPath(salesOrder, id))}>
            {channelOrderNo}
          </Button>
          <span className="as-weak">{shop}</span>，还没有申请退货。
        </p>
      ))}
      {mayAdd && (
        <Button type="primary" onClick={onUnordered}>
          登记为无单退货
        </Button>
      )}
    </section>
  );
}

/** One return of the parcel: whose it is, what is awaited of it, and its end. */
function OneReturn({ one, desk }: { one: DeskReturn; desk: ReturnDesk }): ReactNode {
  const page = usePage();
  const mayFinish = usePermission('aftersales:returnOrder:receiveDone');
  const mayInspect = usePermission('aftersales:returnOrder:inspect');
  const isBegun = one.status === 'receiving';
  const missing = one.lines.reduce(
    (sum, { requested, received }) => sum + Math.max(0, requested - received),
    0,
  );
  return (
    <section className="as-part" aria-label={one.returnNo}>
      <header className="as-part-head">
        <h2>{one.raNo ?? one.returnNo}</h2>
        <StateTag lifecycle={returnLifecycle} state={one.status} />
        <span className="as-weak">
          {[one.channelOrderNo, one.shop, one.warehouse].filter(Boolean).join(' · ')}
        </span>
        {one.dueAt && one.isOpen && <TimeLeft until={one.dueAt} nearHours={72} />}
        <span className="wb-actions">
          <Button type="link" onClick={() => page.open(detailPath(returnOrder, one.id))}>
            {one.returnNo}
          </Button>
          {one.status === 'received' && mayInspect && (
            <Button onClick={() => page.open(`/orders/return/${one.id}/inspect`)}>质检</Button>
          )}
          {isBegun && mayFinish && countedOf([one]) === 0 && (
            <Button onClick={() => desk.finish(one)}>
              {missing > 0 ? `收货完成，缺 ${missing} 件` : '收货完成'}
            </Button>
          )}
        </span>
      </header>
      <DeskLines one={one} desk={desk} />
    </section>
  );
}
