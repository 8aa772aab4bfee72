import { Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { BlankState, detailPath, StateTag, TimeLeft, usePage, usePermission } from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import type { DeskReturn } from '../../model/return-desk.ts';
import { returnOrder } from '../../model/return-order.ts';
import { DeskLines } from './desk-lines.tsx';
import { DeskCandidates } from './desk-questions.tsx';
import type { ReturnDesk } from './use-return-desk.ts';

/** Units that were counted and nobody has taken in. */
export const countedOf = (parcel: readonly DeskReturn[]): number =>
  parcel.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.counted, 0);

/** What lies at the desk: a parcel, a choice of several, or a number that leads nowhere. */
export function DeskBody({
  desk,
  mayAdd,
  onUnordered,
}: {
  desk: ReturnDesk;
  mayAdd: boolean;
  onUnordered: () => void;
}): ReactNode {
  const { query, open } = usePage();
  const maySee = usePermission('aftersales:returnOrder:list');
  if (desk.candidates.length > 0) return <DeskCandidates desk={desk} />;
  if (desk.parcel.length > 0) return desk.parcel.map((one) => <OneReturn key={one.id} one={one} desk={desk} />);
  if (desk.unknown !== null)
    return <Unknown desk={desk} number={desk.unknown} mayAdd={mayAdd} onUnordered={onUnordered} />;
  if (desk.error) return <NotRead desk={desk} />;
  if (desk.isGone)
    return (
      <BlankState
        title="找不到这个包裹的退货单"
        text="它们已被删除，或不在您能看到的店铺和仓库范围内。"
        actions={<Button onClick={desk.leave}>扫下一个包裹</Button>}
      />
    );
  if (query['ids']) return <Skeleton active />;
  return (
    <p className="as-none">
      一个包裹里有几张单的货也可以：扫一次包裹，逐件扫商品。
      {maySee && (
        <Button type="link" size="small" onClick={() => open('/orders/return?tab=coming')}>
          查看待收退货
        </Button>
      )}
    </p>
  );
}

/** The parcel did not come: what was counted before is kept, and it is asked for again. */
const NotRead = ({ desk: { error, retry, leave } }: { desk: ReturnDesk }): ReactNode => (
  <BlankState
    tone="bad"
    title="包裹打不开"
    text={error?.message}
    actions={
      <>
        <Button type="primary" onClick={retry}>
          重试
        </Button>
        <Button onClick={leave}>扫下一个包裹</Button>
      </>
    }
  />
);

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
        刚才扫的是 <b className="as-number">{number}</b>，没有待收的退货单。
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
  const missing = one.lines.reduce((sum, { requested, received }) => sum + Math.max(0, requested - received), 0);
  return (
    <section className="as-part" aria-label={one.returnNo}>
      <header className="as-part-head">
        <h2>{one.raNo ?? one.returnNo}</h2>
        <StateTag lifecycle={returnLifecycle} state={one.status} />
        <span className="as-weak">{[one.channelOrderNo, one.shop, one.warehouse].filter(Boolean).join(' · ')}</span>
        {one.dueAt && one.isOpen && <TimeLeft until={one.dueAt} nearHours={72} />}
        <span className="wb-actions">
          <Button type="link" onClick={() => page.open(detailPath(returnOrder, one.id))}>
            {one.returnNo}
          </Button>
          {one.status === 'received' && mayInspect && (
            <Button onClick={() => page.open(`/orders/return/${one.id}/inspect`)}>质检</Button>
          )}
          {isBegun && mayFinish && countedOf([one]) === 0 && (
            <Button onClick={() => desk.finish(one)}>{missing > 0 ? `收货完成，缺 ${missing} 件` : '收货完成'}</Button>
          )}
        </span>
      </header>
      <DeskLines one={one} desk={desk} />
    </section>
  );
}
