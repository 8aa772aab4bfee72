import { Button } from 'antd';
import type { ReactNode } from 'react';
import { StateTag } from '#kit/web/index.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import type { ReturnDesk } from './use-return-desk.ts';

/** More came than was announced: why, by a finger or by its number. */
export function OverQuestion({ desk }: { desk: ReturnDesk }): ReactNode {
  const { over, overChoices } = desk;
  if (!over) return null;
  const { goods, requested, most } = over.line;
  const isReasoned = overChoices.length > 1;
  return (
    <section className="as-question" role="group" aria-label="多退的原因">
      <p>
        <b>{goods.code}</b> 应退 {requested} 件{most !== null && most > requested && `，订单最多能退 ${most} 件`}
        ，又来了 {over.by} 件。
        {isReasoned ? '选一个原因再记：' : '收下的话单独生成一张非本单退回：'}
      </p>
      <div className="as-answers">
        {overChoices.map((choice, at) => (
          <Button key={choice ?? 'apart'} size="large" onClick={() => desk.chooseOver(choice)}>
            {at + 1} {choice ?? '记为非本单退回'}
          </Button>
        ))}
        <Button size="large" type="text" onClick={desk.dropQuestion}>
          不记，放到一边
        </Button>
      </div>
    </section>
  );
}

/** Goods of none of the returns: with which of them they came, or not at all. */
export function StrangerQuestion({ desk }: { desk: ReturnDesk }): ReactNode {
  const { stranger, parcel } = desk;
  if (!stranger) return null;
  const open = parcel.filter(({ isOpen }) => isOpen);
  return (
    <section className="as-question" role="group" aria-label="非本单的商品">
      <p>
        <b>{stranger.code}</b> 不在这个包裹的退货单里。收下的话单独生成一张非本单退回：
      </p>
      <div className="as-answers">
        {open.map((one, at) => (
          <Button
            key={one.id}
            size="large"
            type={at === 0 ? 'primary' : 'default'}
            onClick={() => desk.takeStranger(one.id)}
          >
            {at + 1} 收下{open.length > 1 ? `，随 ${one.raNo ?? one.returnNo}` : ''}
          </Button>
        ))}
        <Button size="large" type="text" onClick={desk.dropQuestion}>
          不收，放到一边
        </Button>
      </div>
    </section>
  );
}

/** Returns that a number may mean; those that cannot be received now say so by their state. */
export function DeskCandidates({ desk }: { desk: ReturnDesk }): ReactNode {
  return (
    <ol className="as-candidates" aria-label="可能的退货单">
      {desk.candidates.map((one, at) => (
        <li key={one.id}>
          <button type="button" disabled={!one.isOpen} onClick={() => desk.choose(one.id)}>
            <kbd>{at + 1}</kbd>
            <b>{one.raNo ?? one.returnNo}</b>
            <StateTag lifecycle={returnLifecycle} state={one.status} />
            <span>{one.channelOrderNo}</span>
            <span className="as-weak">{[one.shop, one.goods].filter(Boolean).join(' · ')}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
