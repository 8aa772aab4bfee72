import { Alert, Input, Select } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  grouped,
  MoveDialog,
  PicturedLine,
  PicturedLines,
  useDictOptions,
  type MoveDialogProps,
} from '#kit/web/index.ts';
import { DAMAGED_DISPOSITIONS, GOOD_DISPOSITIONS, LONGEST_ACCEPT_REASON } from '../../model/return-answers.ts';
import { disposition, type Disposition } from '../../model/return-order.ts';
import type { JudgedLine, ReturnJudging } from '../../model/return-judging.ts';
import { formatAmount, parseAmount } from '../amounts.ts';
import { LineMoveDialog } from './line-move.tsx';
import { Units } from './counted-units.tsx';
import { useJudging } from './use-judging.ts';
import '../aftersales.css';

interface ChosenOfLine {
  disposition?: Disposition | undefined;
  damagedDisposition?: Disposition | undefined;
  accepted?: number | undefined;
  acceptReason?: string | undefined;
}
type Chosen = Readonly<Record<string, ChosenOfLine>>;

/** Goods that leave us for good: their cost is what the limit is about. */
const GIVEN_UP: readonly Disposition[] = ['scrap', 'donate', 'returnToSupplier'];

const goodOf = (line: JudgedLine, chosen: Chosen): Disposition =>
  chosen[line.id]?.disposition ?? line.disposition ?? line.proposed.disposition;
const damagedOf = (line: JudgedLine, chosen: Chosen): Disposition =>
  chosen[line.id]?.damagedDisposition ?? line.damagedDisposition ?? line.proposed.damagedDisposition;

const isKeptByBuyer = (line: JudgedLine, chosen: Chosen): boolean =>
  line.received === 0 && chosen[line.id]?.disposition === 'keepByBuyer';
/** Units that were asked for and are not here: they never came, or are other goods. */
const notBack = ({ requested, good, damaged }: JudgedLine): number => Math.max(0, requested - good - damaged);
const acceptedOf = (line: JudgedLine, chosen: Chosen): number =>
  isKeptByBuyer(line, chosen) ? line.requested : (chosen[line.id]?.accepted ?? line.accepted);
const reasonOf = (line: JudgedLine, chosen: Chosen): string => chosen[line.id]?.acceptReason ?? line.acceptReason ?? '';
/** Whether what is said of units that are not here can be sent. */
const isAcceptedWell = (line: JudgedLine, chosen: Chosen): boolean => {
  const units = acceptedOf(line, chosen);
  return units === 0 || (units <= notBack(line) && reasonOf(line, chosen).trim() !== '');
};

/** 处置: what becomes of good and of damaged units, line by line, and what is given up with it. */
export function DisposeDialog(props: MoveDialogProps): ReactNode {
  const { data } = useJudging(props.row.id);
  const [chosen, setChosen] = useState<Chosen>({});
  const choose = (id: string, part: ChosenOfLine): void =>
    setChosen((now) => ({ ...now, [id]: { ...now[id], ...part } }));
  const answers = (): Record<string, unknown> => ({
    lines: (data?.lines ?? []).flatMap((line) => answersOf(line, chosen)),
  });
  return (
    <LineMoveDialog
      dialog={props}
      move="dispose"
      held={{ said: chosen, restore: setChosen }}
      answers={answers}
      isReady={(data?.lines ?? []).every((line) => isAcceptedWell(line, chosen))}
    >
      {(judging) => (
        <>
          <PicturedLines label="处置明细">
            {judging.lines.map((line) => (
              <DisposedLine key={line.id} line={line} type={judging.type} chosen={chosen} onChoose={choose} />
            ))}
          </PicturedLines>
          <GivenUp judging={judging} chosen={chosen} />
        </>
      )}
    </LineMoveDialog>
  );
}

/** What is sent of a line: nothing of which nothing came and nobody keeps or accepts. */
function answersOf(line: JudgedLine, chosen: Chosen): object[] {
  const units = acceptedOf(line, chosen);
  const accepted = units > 0 ? { acceptReason: reasonOf(line, chosen).trim() } : {};
  if (isKeptByBuyer(line, chosen)) return [{ lineId: line.id, disposition: 'keepByBuyer', ...accepted }];
  if (line.received === 0 && units === 0) return [];
  return [
    {
      lineId: line.id,
      ...(units > 0 ? { accepted: units, ...accepted } : {}),
      ...(line.good > 0 ? { disposition: goodOf(line, chosen) } : {}),
      ...(line.damaged > 0 ? { damagedDisposition: damagedOf(line, chosen) } : {}),
    },
  ];
}

interface OfLine {
  line: JudgedLine;
  /** Of its return. */
  type: string;
  chosen: Chosen;
  onChoose: (id: string, part: ChosenOfLine) => void;
}

function DisposedLine({ line, type, chosen, onChoose }: OfLine): ReactNode {
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
          {wrong > 0 && <span className="as-warn">错货 {wrong} 件移出账面，退回买家或另行处理</span>}
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
          <AcceptedUnits {...{ line, type, chosen, onChoose }} />
        </div>
      }
    />
  );
}

/** Units that did not come or are other goods, and are credited all the same: how many, and why. */
function AcceptedUnits({ line, type, chosen, onChoose }: OfLine): ReactNode {
  const { code } = line.goods;
  const [stored, most, units] = [isKeptByBuyer(line, chosen), notBack(line), acceptedOf(line, chosen)];
  if (!stored && (type !== 'return' || most === 0)) return null;
  const reason = reasonOf(line, chosen);
  return (
    <>
      {!stored && (
        <Units
          code={code}
          title={`认可退款（最多 ${most} 件）`}
          units={units}
          isWrong={units > most}
          onUnits={(accepted) => onChoose(line.id, { accepted })}
        />
      )}
      {units > 0 && (
        <label>
          认可原因
          <Input
            aria-label={`${code} 认可原因`}
            maxLength={LONGEST_ACCEPT_REASON}
            placeholder="如：承运商已确认取件"
            {...(reason.trim() ? {} : { status: 'error' as const })}
            value={reason}
            onChange={({ target }) => onChoose(line.id, { acceptReason: target.value })}
          />
          {!reason.trim() && <small className="as-bad">没收到或错货还要退款，请填原因</small>}
        </label>
      )}
    </>
  );
}

/** What the goods that are given up cost, and whether somebody else has to agree. */
function GivenUp({ judging, chosen }: { judging: ReturnJudging; chosen: Chosen }): ReactNode {
  const { lines, currency, baseCurrency, disposalLimit } = judging;
  if (disposalLimit === undefined)
    return <p className="as-weak">报废、捐赠、退供应商和错货的成本超过上限时，要由另一个人审核。</p>;
  const units = (line: JudgedLine): number =>
    (line.good > 0 && GIVEN_UP.includes(goodOf(line, chosen)) ? line.good : 0) +
    (line.damaged > 0 && GIVEN_UP.includes(damagedOf(line, chosen)) ? line.damaged : 0) +
    line.wrongOpen;
  const goods = lines.reduce(
    (sum, line) => sum + parseAmount(line.unitValue ?? '0', baseCurrency) * BigInt(units(line)),
    0n,
  );
  const accepted = lines.reduce(
    (sum, line) => sum + parseAmount(line.chargedUnit ?? '0', currency) * BigInt(acceptedOf(line, chosen)),
    0n,
  );
  // What was charged in another currency is judged by the rate of the day, which the server knows.
  if (accepted > 0n && currency !== baseCurrency)
    return (
      <p className="as-weak">
        认可退款 {grouped(formatAmount(accepted, currency))} {currency}{' '}
        按当天汇率折算，和放弃的货合计超过上限时由另一个人审核。
      </p>
    );
  const value = goods + accepted;
  if (value === 0n) return <p className="as-weak">没有要放弃的货，不用审核。</p>;
  const isOver = value > parseAmount(disposalLimit, baseCurrency);
  return (
    <Alert
      showIcon
      type={isOver ? 'warning' : 'info'}
      className="as-note"
      title={`${givenUpWords(goods, accepted)}约 ${grouped(formatAmount(value, baseCurrency))} ${baseCurrency}`}
      description={
        isOver
          ? `超过单人处置上限 ${grouped(disposalLimit)} ${baseCurrency}，确认后由另一个人审核。`
          : `在单人处置上限 ${grouped(disposalLimit)} ${baseCurrency} 以内，确认后直接生效。`
      }
    />
  );
}

const givenUpWords = (goods: bigint, accepted: bigint): string =>
  accepted === 0n ? '放弃的货成本' : goods === 0n ? '认可退款' : '放弃的货成本和认可退款';

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
            {line.accepted > 0 && (
              <span>
                没收到或错货 {line.accepted} 件认可退款：{line.acceptReason}
              </span>
            )}
            {line.wrongOpen > 0 && <span>错货 {line.wrongOpen} 件移出账面</span>}
          </li>
        ))}
      </ul>
      {props.row['disposalValue'] ? (
        <p>
          放弃的货成本和认可退款 {grouped(String(props.row['disposalValue']))} {String(props.row['baseCurrency'])}，由{' '}
          {String(props.row['disposedBy'] ?? '')} 提交。
        </p>
      ) : null}
    </MoveDialog>
  );
}
