import { Alert, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  grouped,
  MoveDialog,
  PicturedLine,
  PicturedLines,
  useDictOptions,
  type MoveDialogProps,
} from '#kit/web/index.ts';
import { DAMAGED_DISPOSITIONS, GOOD_DISPOSITIONS } from '../../model/return-answers.ts';
import { disposition, type Disposition } from '../../model/return-order.ts';
import type { JudgedLine, ReturnJudging } from '../../model/return-judging.ts';
import { formatAmount, parseAmount } from '../amounts.ts';
import { LineMoveDialog } from './line-move.tsx';
import { useJudging } from './use-judging.ts';
import '../aftersales.css';

interface ChosenOfLine {
  disposition?: Disposition | undefined;
  damagedDisposition?: Disposition | undefined;
}
type Chosen = Readonly<Record<string, ChosenOfLine>>;

/** Goods that leave us for good: their cost is what the limit is about. */
const GIVEN_UP: readonly Disposition[] = ['scrap', 'donate', 'returnToSupplier'];

const goodOf = (line: JudgedLine, chosen: Chosen): Disposition =>
  chosen[line.id]?.disposition ?? line.disposition ?? line.proposed.disposition;
const damagedOf = (line: JudgedLine, chosen: Chosen): Disposition =>
  chosen[line.id]?.damagedDisposition ??
  line.damagedDisposition ??
  line.proposed.damagedDisposition;

/** 处置: what becomes of good and of damaged units, line by line, and what is given up with it. */
export function DisposeDialog(props: MoveDialogProps): ReactNode {
  const { data } = useJudging(props.row.id);
  const [chosen, setChosen] = useState<Chosen>({});
  const choose = (id: string, part: ChosenOfLine): void =>
    setChosen((now) => ({ ...now, [id]: { ...now[id], ...part } }));
  const answers = (): Record<string, unknown> => ({
    lines: (data?.lines ?? []).flatMap((line) => saidOf(line, chosen)),
  });
  return (
    <LineMoveDialog
      dialog={props}
      move="dispose"
      held={{ said: chosen, restore: setChosen }}
      answers={answers}
    >
      {(judging) => (
        <>
          <PicturedLines label="处置明细">
            {judging.lines.map((line) => (
              <DisposedLine key={line.id} line={line} chosen={chosen} onChoose={choose} />
            ))}
          </PicturedLines>
          <GivenUp judging={judging} chosen={chosen} />
        </>
      )}
    </LineMoveDialog>
  );
}

/** What is sent of a line: nothing of which nothing came and nobody keeps. */
function saidOf(line: JudgedLine, chosen: Chosen): object[] {
  if (line.received === 0)
    return chosen[line.id]?.disposition === 'keepByBuyer'
      ? [{ lineId: line.id, disposition: 'keepByBuyer' }]
      : [];
  return [
    {
      lineId: line.id,
      ...(line.good > 0 ? { disposition: goodOf(line, chosen) } : {}),
      ...(line.damaged > 0 ? { damagedDisposition: damagedOf(line, chosen) } : {}),
    },
  ];
}

function DisposedLine({
  line,
  chosen,
  onChoose,
}: {
  line: JudgedLine;
  chosen: Chosen;
  onChoose: (id: string, part: ChosenOfLine) => void;
}): ReactNode {
  const options = useDictOptions(disposition);
  const among = (codes: readonly string[]) => options.filter(({ value }) => codes.includes(value));
  const { goods, good, damaged, wrong, received } = line;
  return (
    <PicturedLine
      picture={goods.picture}
      name={goods.name}
      words={
        <span>
          <span>{goods.code}</span>
          {wrong > 0 && (
            <span className="as-warn">错货 {wrong} 件移出账面，退回买家或另行处理</span>
          )}
        </span>
      }
      units={<span>实收 {received}</span>}
      about={
        <div className="as-choices">
          {good > 0 && (
            <label>
              良品 {good}
              <Select
                aria-label={`${goods.code} 良品处置`}
                value={goodOf(line, chosen)}
                options={among(GOOD_DISPOSITIONS)}
                onChange={(value: Disposition) => onChoose(line.id, { disposition: value })}
              />
            </label>
          )}
          {damaged > 0 && (
            <label>
              不良品 {damaged}
              <Select
                aria-label={`${goods.code} 不良品处置`}
                value={damagedOf(line, chosen)}
                options={among(DAMAGED_DISPOSITIONS)}
                onChange={(value: Disposition) => onChoose(line.id, { damagedDisposition: value })}
              />
            </label>
          )}
          {received === 0 && (
            <label>
              没有收到
              <Select
                aria-label={`${goods.code} 未收到的处置`}
                value={chosen[line.id]?.disposition ?? 'none'}
                options={[
                  { value: 'none', label: '不处置' },
                  { value: 'keepByBuyer', label: disposition.items.keepByBuyer },
                ]}
                onChange={(value: string) =>
                  onChoose(line.id, { disposition: value === 'keepByBuyer' ? value : undefined })
                }
              />
            </label>
          )}
        </div>
      }
    />
  );
}

/** What the goods that are given up cost, and whether somebody else has to agree. */
function GivenUp({ judging, chosen }: { judging: ReturnJudging; chosen: Chosen }): ReactNode {
  const { lines, baseCurrency, disposalLimit } = judging;
  if (disposalLimit === undefined)
    return (
      <p className="as-weak">报废、捐赠、退供应商和错货的成本超过上限时，要由另一个人审核。</p>
    );
  const units = (line: JudgedLine): number =>
    (line.good > 0 && GIVEN_UP.includes(goodOf(line, chosen)) ? line.good : 0) +
    (line.damaged > 0 && GIVEN_UP.includes(damagedOf(line, chosen)) ? line.damaged : 0) +
    line.wrongOpen;
  const value = lines.reduce(
    (sum, line) => sum + parseAmount(line.unitValue ?? '0', baseCurrency) * BigInt(units(line)),
    0n,
  );
  if (value === 0n) return <p className="as-weak">没有要放弃的货，不用审核。</p>;
  const isOver = value > parseAmount(disposalLimit, baseCurrency);
  return (
    <Alert
      showIcon
      type={isOver ? 'warning' : 'info'}
      className="as-note"
      title={`放弃的货成本约 ${grouped(formatAmount(value, baseCurrency))} ${baseCurrency}`}
      description={
        isOver
          ? `超过单人处置上限 ${grouped(disposalLimit)} ${baseCurrency}，确认后由另一个人审核。`
          : `在单人处置上限 ${grouped(disposalLimit)} ${baseCurrency} 以内，确认后直接生效。`
      }
    />
  );
}

/** 处置审核通过: what is agreed to stands above the question. */
export function DisposalCheck(props: MoveDialogProps): ReactNode {
  const { data } = useJudging(props.row.id);
  const words = disposition.items;
  return (
    <MoveDialog {...props}>
      <ul className="as-proposed" aria-label="提交的处置">
        {data?.lines.map((line) => (
          <li key={line.id}>
            <b>{line.goods.code}</b>
            {line.good > 0 && line.disposition && (
              <span>
                良品 {line.good} 件 {words[line.disposition]}
              </span>
            )}
            {line.damaged > 0 && line.damagedDisposition && (
              <span>
                不良品 {line.damaged} 件 {words[line.damagedDisposition]}
              </span>
            )}
            {line.wrongOpen > 0 && <span>错货 {line.wrongOpen} 件移出账面</span>}
          </li>
        ))}
      </ul>
      {props.row['disposalValue'] ? (
        <p>
          放弃的货成本 {grouped(String(props.row['disposalValue']))}{' '}
          {String(props.row['baseCurrency'])}，由 {String(props.row['disposedBy'] ?? '')} 提交。
        </p>
      ) : null}
    </MoveDialog>
  );
}
