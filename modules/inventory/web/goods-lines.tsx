import { Button } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { PicturedLine, PicturedLines } from '#kit/web/index.ts';
import { Stepper } from '#ui/widgets/stepper.tsx';
import type { DeskGoods } from '../model/desk-goods.ts';
import './goods-lines.css';

/** Lines at a time: a phone scrolls through fifty, not through thousands. */
const STEP = 50;
const MOST = 1_000_000;

export interface GoodsLineProps {
  id: string;
  goods: DeskGoods;
  /** Behind the code: condition, and whatever else tells it from its neighbours. */
  words: ReactNode;
  /** How many there should be, and what that comes to. */
  units: ReactNode;
  /** What the number is called. */
  title: string;
  qty: number | null;
  fault?: string | undefined;
  /** In front of the bins where the goods stand. */
  binWord?: string;
  onQty: (qty: number) => void;
}

/** Goods that are counted one by one: by a scanner, by fingers, or typed. */
export function GoodsLines({
  label,
  lines,
  marked,
  disabled = false,
}: {
  label: string;
  lines: readonly GoodsLineProps[];
  /** The one that was scanned last. */
  marked: string | null;
  disabled?: boolean;
}): ReactNode {
  const [most, setMost] = useState(STEP);
  const at = lines.findIndex(({ id }) => id === marked);
  const shown = lines.slice(0, Math.max(most, at + 1));
  const rest = lines.length - shown.length;
  return (
    <>
      <PicturedLines label={label}>
        {shown.map((line) => (
          <GoodsLine key={line.id} {...line} isMarked={line.id === marked} disabled={disabled} />
        ))}
      </PicturedLines>
      {rest > 0 && (
        <Button block onClick={() => setMost(shown.length + STEP)}>
          再显示 {Math.min(STEP, rest)} 行（共 {lines.length} 行）
        </Button>
      )}
    </>
  );
}

function GoodsLine(props: GoodsLineProps & { isMarked: boolean; disabled: boolean }): ReactNode {
  const { goods, words, units, title, qty, fault, onQty, isMarked, disabled } = props;
  const { binWord = '货位' } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isMarked) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked]);
  return (
    <PicturedLine
      picture={goods.picture}
      name={goods.name}
      words={
        <span>
          <span>{goods.code}</span>
          {words}
          {goods.bins?.length ? (
            <span className="iv-bins">
              {binWord} {goods.bins.join(' ')}
            </span>
          ) : null}
        </span>
      }
      units={units}
      about={
        <div ref={place} className={isMarked ? 'iv-marked' : ''}>
          <Quantity name={goods.code} {...{ title, qty, onQty, disabled }} isWrong={!!fault} />
          {fault && <p className="iv-fault">{fault}</p>}
        </div>
      }
    />
  );
}

/** What is typed counts once the number is left; what is no number falls back to what stood there. */
function Quantity({
  name,
  title,
  qty,
  isWrong,
  disabled,
  onQty,
}: Pick<GoodsLineProps, 'title' | 'qty' | 'onQty'> & {
  name: string;
  isWrong: boolean;
  disabled: boolean;
}): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Stepper
      {...{ name, title, isWrong, disabled }}
      text={typed ?? String(qty ?? '')}
      isLeast={(qty ?? 0) < 1}
      onStep={(by) => onQty((qty ?? 0) + by)}
      onText={setTyped}
      onLeave={() => {
        setTyped(null);
        if (typed === null || !/^\d{1,7}$/.test(typed.trim())) return;
        const next = Math.min(Number(typed), MOST);
        if (next !== qty) onQty(next);
      }}
    />
  );
}
