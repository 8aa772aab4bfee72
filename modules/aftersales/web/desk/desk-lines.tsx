import { useEffect, useRef, useState, type ReactNode } from 'react';
import { PicturedLine, PicturedLines } from '#kit/web/index.ts';
import { Stepper } from '#ui/widgets/stepper.tsx';
import { openUnits } from '../../model/desk-scan.ts';
import { MOST_COUNTED, type DeskLine, type DeskReturn } from '../../model/return-desk.ts';
import type { ReturnDesk } from './use-return-desk.ts';

/** What is awaited of a return, and what was counted of it by whom. */
export const DeskLines = ({ one, desk }: { one: DeskReturn; desk: ReturnDesk }): ReactNode => (
  <PicturedLines label={`${one.returnNo} 明细`}>
    {one.lines.map((line) => (
      <OneLine key={line.id} line={line} isOpen={one.isOpen} desk={desk} />
    ))}
  </PicturedLines>
);

function OneLine({ line, isOpen, desk }: { line: DeskLine; isOpen: boolean; desk: ReturnDesk }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const isMarked = desk.marked === line.id;
  useEffect(() => {
    if (isMarked) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked, line.counted]);
  const others = line.counts.filter(({ isMe }) => !isMe);
  return (
    <PicturedLine
      picture={line.goods.picture}
      name={line.goods.name}
      isGone={isOpen && openUnits(line) <= 0 && line.counted === 0}
      words={
        <span>
          <span>{line.goods.code}</span>
          {line.isStranger && <span className="as-warn">非本单退回</span>}
          {line.reason && <span className="as-warn">{line.reason}</span>}
          {others.map(({ by, qty }) => (
            <span key={by} className="as-weak">
              {by} 点了 {qty}
            </span>
          ))}
        </span>
      }
      units={<Awaited line={line} />}
      about={
        isOpen && (
          <div ref={place} className={isMarked ? 'as-marked' : ''}>
            <Counted line={line} onBy={(by) => desk.count(line, by)} />
          </div>
        )
      }
    />
  );
}

function Awaited({ line }: { line: DeskLine }): ReactNode {
  if (line.isStranger) return null;
  const open = openUnits(line);
  return (
    <>
      <span>
        已收 {line.received} / 应退 {line.requested}
      </span>
      <span className={open > 0 ? 'as-warn' : open < 0 ? 'as-bad' : 'as-weak'}>
        {open > 0 ? `还差 ${open}` : open < 0 ? `多 ${-open}` : '齐了'}
      </span>
    </>
  );
}

/** What is typed counts once the number is left, as the difference from what everybody counted. */
function Counted({ line, onBy }: { line: DeskLine; onBy: (by: number) => void }): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Stepper
      name={line.goods.code}
      title="本次收到"
      disabled={false}
      text={typed ?? String(line.counted)}
      isLeast={line.counted < 1}
      onStep={onBy}
      onText={setTyped}
      onLeave={() => {
        setTyped(null);
        if (typed === null || !/^\d{1,6}$/.test(typed.trim())) return;
        const next = Math.min(Number(typed), MOST_COUNTED);
        if (next !== line.counted) onBy(next - line.counted);
      }}
    />
  );
}
