import { Form, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { grouped, PicturedLine, PicturedLines, type MoveDialogProps } from '#kit/web/index.ts';
import type { JudgedLine, ReturnJudging } from '../../model/return-judging.ts';
import { formatAmount, parseAmount } from '../amounts.ts';
import { LineMoveDialog } from './line-move.tsx';
import { useJudging } from './use-judging.ts';
import '../aftersales.css';

const AMOUNT = /^\d{1,11}(\.\d{0,4})?$/;

const amountOf = (line: JudgedLine, typed: Readonly<Record<string, string>>): string =>
  typed[line.id] ?? line.suggested ?? '0';

/** Why an amount cannot be credited; null where it can. */
function faultOf(line: JudgedLine, amount: string, currency: string): string | null {
  if (!AMOUNT.test(amount.trim())) return '请填金额，如 12.50';
  if (line.creditable === null) return null;
  return parseAmount(amount, currency) > parseAmount(line.creditable, currency)
    ? `最多还能退 ${grouped(line.creditable)} ${currency}${isShort(line) ? '，没收到和错货的在处置时认可' : ''}`
    : null;
}

/** Units of it came, and fewer are credited than were asked for. */
const isShort = ({ requested, received, good, damaged, accepted }: JudgedLine): boolean =>
  received > 0 && requested > good + damaged + accepted;

/** 退款: line by line, within what the buyer was charged and has not got back. */
export function CreditDialog(props: MoveDialogProps): ReactNode {
  const { data } = useJudging(props.row.id);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [reason, setReason] = useState('');
  const lines = (data?.lines ?? []).filter(isCreditable);
  const currency = data?.currency ?? '';
  const isReady = lines.every((line) => faultOf(line, amountOf(line, typed), currency) === null);
  const answers = (): Record<string, unknown> => ({
    lines: lines.map((line) => ({ lineId: line.id, amount: amountOf(line, typed).trim() })),
    ...(reason.trim() ? { reason: reason.trim() } : {}),
  });
  return (
    <LineMoveDialog
      dialog={props}
      move="credit"
      held={{ said: typed, restore: setTyped }}
      answers={answers}
      isReady={isReady}
    >
      {(judging) => (
        <Form layout="vertical" component="div">
          <PicturedLines label="退款明细">
            {judging.lines.map((line) => (
              <CreditedLine
                key={line.id}
                line={line}
                currency={judging.currency}
                amount={amountOf(line, typed)}
                onAmount={(amount) => setTyped((now) => ({ ...now, [line.id]: amount }))}
              />
            ))}
          </PicturedLines>
          <Total judging={judging} typed={typed} />
          <Form.Item label="说明" htmlFor="as-credit-reason">
            <Input
              id="as-credit-reason"
              maxLength={255}
              placeholder="写在退款单（红字）上，可不填"
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Form.Item>
        </Form>
      )}
    </LineMoveDialog>
  );
}

/** Lines for which the buyer was charged; replaced and refused ones have nothing suggested. */
const isCreditable = ({ creditable }: JudgedLine): boolean => creditable !== null;

function CreditedLine({
  line,
  currency,
  amount,
  onAmount,
}: {
  line: JudgedLine;
  currency: string;
  amount: string;
  onAmount: (amount: string) => void;
}): ReactNode {
  const { goods, charged, creditedBefore, creditable, acceptReason } = line;
  const fault = isCreditable(line) ? faultOf(line, amount, currency) : null;
  return (
    <PicturedLine
      picture={goods.picture}
      name={goods.name}
      words={
        <span>
          <span>{goods.code}</span>
          {charged !== null && <span>订单货款 {grouped(charged)}</span>}
          {Number(creditedBefore ?? 0) > 0 && <span className="as-warn">以前退过 {grouped(creditedBefore ?? '')}</span>}
          {acceptReason && <span>认可：{acceptReason}</span>}
        </span>
      }
      units={<span>{unitsText(line)}</span>}
      about={
        isCreditable(line) ? (
          <div className="as-amount">
            <Input
              aria-label={`${goods.code} 退款金额`}
              aria-invalid={fault !== null}
              inputMode="decimal"
              suffix={currency}
              value={amount}
              {...(fault ? { status: 'error' as const } : {})}
              onChange={({ target }) => onAmount(target.value)}
            />
            <small className={fault ? 'as-bad' : 'as-weak'}>{fault ?? `可退 ${grouped(creditable ?? '0')}`}</small>
          </div>
        ) : (
          <span className="as-weak">没有订单，不能退款</span>
        )
      }
    />
  );
}

/** Units that the line is credited for: what came back, and what is credited without. */
function unitsText({ good, damaged, accepted, requested, received, wrong }: JudgedLine): string {
  const words = [
    ...(good + damaged > 0 ? [`收到 ${good + damaged}`] : []),
    ...(accepted > 0 ? [`认可 ${accepted}`] : []),
    ...(wrong > 0 ? [`错货 ${wrong}`] : []),
  ];
  if (words.length > 0) return words.join(' · ');
  return received > 0 ? `收到 ${received}` : `申请 ${requested}`;
}

function Total({
  judging: { lines, currency },
  typed,
}: {
  judging: ReturnJudging;
  typed: Readonly<Record<string, string>>;
}): ReactNode {
  const total = lines
    .filter(isCreditable)
    .reduce((sum, line) => sum + parseAmount(amountOf(line, typed).trim(), currency), 0n);
  return (
    <p className="as-total">
      合计退款 <strong>{grouped(formatAmount(total, currency))}</strong> {currency}
    </p>
  );
}
