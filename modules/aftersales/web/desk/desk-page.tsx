import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { HelpButton, ScanBox, usePageTitle, usePermission } from '#kit/web/index.ts';
import { countedOf, DeskBody } from './desk-parcel.tsx';
import { OverQuestion, StrangerQuestion } from './desk-questions.tsx';
import { UnorderedDialog } from './unordered-dialog.tsx';
import { useReturnDesk, type ReturnDesk } from './use-return-desk.ts';
import '../aftersales.css';
import '#kit/web/detail/detail.css';

/** A quantity is never as long as a code. */
const MOST_DIGITS = 6;

/** 退货签收台: a parcel is scanned, then each thing in it; on a phone or with a scanner alone. */
export function ReturnDeskPage(): ReactNode {
  const desk = useReturnDesk();
  const mayAdd = usePermission('aftersales:returnOrder:add');
  const [isUnordered, setUnordered] = useState(false);
  usePageTitle('退货签收台');
  const counted = countedOf(desk.parcel);
  return (
    <article className="as-desk">
      <header className="wb-detail-head">
        <h1 className="wb-detail-name">退货签收台</h1>
        <HelpButton />
        <DeskState desk={desk} />
        <span className="wb-actions">
          {desk.parcel.length > 0 && counted === 0 && <Button onClick={desk.leave}>下一个包裹</Button>}
          {mayAdd && <Button onClick={() => setUnordered(true)}>登记无单退货</Button>}
        </span>
      </header>
      <section className="as-scan" aria-label="扫码">
        <ScanBox
          label="扫码"
          placeholder={
            desk.parcel.some(({ isOpen }) => isOpen) ? '扫商品；再扫包裹号即收货' : '扫退货运单号、RA号、PO号'
          }
          message={desk.said}
          turns={desk.turns}
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
      {isUnordered && <UnorderedDialog number={desk.unknown} onClose={() => setUnordered(false)} desk={desk} />}
    </article>
  );
}

/** Whether what was scanned is stored. */
const DeskState = ({ desk: { waiting, isStuck } }: { desk: ReturnDesk }): ReactNode => (
  <span role="status" className={isStuck ? 'as-bad' : 'as-weak'}>
    {waiting > 0 && (isStuck ? `没有网络，${waiting} 次扫描待保存` : '保存中')}
  </span>
);
