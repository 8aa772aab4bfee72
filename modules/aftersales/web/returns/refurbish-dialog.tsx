import { useState, type ReactNode } from 'react';
import { PicturedLine, PicturedLines, type MoveDialogProps } from '#kit/web/index.ts';
import { Stepper } from '#ui/widgets/stepper.tsx';
import type { JudgedLine } from '../../model/return-judging.ts';
import { LineMoveDialog } from './line-move.tsx';
import { useJudging } from './use-judging.ts';
import '../aftersales.css';

interface Mended {
  good: number;
  scrapped: number;
}

const mendedOf = (line: JudgedLine, typed: Readonly<Record<string, Mended>>): Mended =>
  typed[line.id] ?? { good: line.refurbOpen, scrapped: 0 };

/** 翻新完成: how many units are good again, and how many were beyond repair. */
export function RefurbishDialog(props: MoveDialogProps): ReactNode {
  const { data } = useJudging(props.row.id);
  const [typed, setTyped] = useState<Readonly<Record<string, Mended>>>({});
  const lines = (data?.lines ?? []).filter(({ refurbOpen }) => refurbOpen > 0);
  const said = lines.map((line) => ({ line, ...mendedOf(line, typed) }));
  const isReady =
    said.some(({ good, scrapped }) => good + scrapped > 0) &&
    said.every(({ line, good, scrapped }) => good + scrapped <= line.refurbOpen);
  const answers = (): Record<string, unknown> => ({
    lines: said
      .filter(({ good, scrapped }) => good + scrapped > 0)
      .map(({ line, good, scrapped }) => ({ lineId: line.id, good, scrapped })),
  });
  return (
    <LineMoveDialog
      dialog={props}
      move="refurbish"
      held={{ said: typed, restore: setTyped }}
      answers={answers}
      isReady={isReady}
    >
      {() => (
        <PicturedLines label="翻新结果">
          {said.map(({ line, good, scrapped }) => {
            const put = (part: Partial<Mended>): void =>
              setTyped((now) => ({ ...now, [line.id]: { good, scrapped, ...part } }));
            const isWrong = good + scrapped > line.refurbOpen;
            return (
              <PicturedLine
                key={line.id}
                picture={line.goods.picture}
                name={line.goods.name}
                words={<span>{line.goods.code}</span>}
                units={<span className={isWrong ? 'as-bad' : ''}>待翻新 {line.refurbOpen}</span>}
                about={
                  <div className="as-choices">
                    <Units
                      code={line.goods.code}
                      title="良品"
                      units={good}
                      isWrong={isWrong}
                      onUnits={(units) => put({ good: units })}
                    />
                    <Units
                      code={line.goods.code}
                      title="报废"
                      units={scrapped}
                      isWrong={isWrong}
                      onUnits={(units) => put({ scrapped: units })}
                    />
                  </div>
                }
              />
            );
          })}
        </PicturedLines>
      )}
    </LineMoveDialog>
  );
}

/** Units of one kind, counted by fingers. */
export function Units({
  code,
  title,
  units,
  isWrong,
  onUnits,
}: {
  code: string;
  title: string;
  units: number;
  isWrong: boolean;
  onUnits: (units: number) => void;
}): ReactNode {
  return (
    <div className="as-units">
      <span>{title}</span>
      <Stepper
        name={code}
        title={title}
        text={String(units)}
        isWrong={isWrong}
        isLeast={units < 1}
        disabled={false}
        onStep={(by) => onUnits(units + by)}
        onText={(text) => /^\d{0,6}$/.test(text) && onUnits(Number(text || '0'))}
        onLeave={() => undefined}
      />
    </div>
  );
}
