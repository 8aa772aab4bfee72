import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPage,
  detailPath,
  grouped,
  linesOf,
  ListPage,
  PartTable,
  SourceLink,
  usePermissions,
  type ColumnSpec,
  type DetailRow,
  type FactGroup,
  type RowAction,
} from '#kit/web/index.ts';
import { bankLine, bankMatch } from '../model/bank-line.ts';
import { payment } from '../model/payment.ts';
import { PaymentForm } from './payment-pages.tsx';

type Line = WireRow<typeof bankLine>;

const isAny = (amount: string | null | undefined): boolean => Number(amount ?? 0) !== 0;

/** A movement without its sign, with the side in words. */
const Amount = ({ amount, currency }: Pick<Line, 'amount' | 'currency'>): ReactNode =>
  `${Number(amount) > 0 ? '收' : '支'} ${grouped(amount.replace(/^-/, ''))} ${currency}`;

const COLUMNS: readonly ColumnSpec<Line>[] = [
  { key: 'bookedOn', width: 130, under: ['lineNo'] },
  { key: 'status', width: 100 },
  { key: 'accountId', width: 150, under: ['bankRef'] },
  { key: 'amount', width: 150, render: (row) => <Amount {...row} /> },
  { key: 'counterparty', width: 220, under: ['memo'] },
  {
    key: 'matchedWith',
    width: 170,
    under: [
      {
        key: 'method',
        render: ({ method_dictText: method, score }) => (method ? `${method} ${score ?? ''}` : null),
      },
    ],
  },
  {
    key: 'difference',
    width: 110,
    render: ({ status, difference }) => (status === 'matched' && isAny(difference) ? grouped(difference) : '—'),
  },
  { key: 'createTime', hiddenByDefault: true },
];

type Shown = Pick<
  Line,
  'status' | 'amount' | 'currency' | 'bookedOn' | 'accountId' | 'bankRef' | 'counterparty' | 'memo'
>;

/** 生成收付款: a draft that begins with what the bank says; who it is of is for a person to say. */
function usePaymentOf(): { actionsOf: (row: Shown) => RowAction[]; dialog: ReactNode } {
  const may = usePermissions();
  const [of, setOf] = useState<Shown | null>(null);
  return {
    actionsOf: (row) =>
      row.status === 'open' && may('finance:payment:add')
        ? [{ key: 'payment', title: '生成收付款', onClick: () => setOf(row) }]
        : [],
    dialog: of && (
      <PaymentForm
        start={{
          direction: Number(of.amount) > 0 ? 'in' : 'out',
          amount: of.amount.replace(/^-/, ''),
          currency: of.currency,
          paidOn: of.bookedOn,
          accountId: of.accountId,
          bankRef: of.bankRef,
          note: [of.counterparty, of.memo].filter(Boolean).join(' ').slice(0, 255) || null,
        }}
        onClose={() => setOf(null)}
      />
    ),
  };
}

/** In the order of a clerk's work. */
const MOVES = ['autoMatch', 'match', 'ignore', 'unmatch', 'restore'] as const;

/** 银行流水: what the bank says, and which 收付款 it is. */
export function BankLineList(): ReactNode {
  const { actionsOf, dialog } = usePaymentOf();
  return (
    <>
      <ListPage of={bankLine} moves={() => MOVES} columns={COLUMNS} rowActions={actionsOf} />
      {dialog}
    </>
  );
}

type Detail = DetailRow<typeof bankLine>;

const GROUPS: readonly FactGroup<Detail>[] = [
  {
    title: '流水',
    keys: [
      'accountId',
      'bookedOn',
      'valueOn',
      'amount',
      'counterparty',
      'bankRef',
      'ourRef',
      'ordinal',
      'reportFileId',
      'memo',
    ],
  },
  {
    title: '核对',
    keys: ['method', 'score', 'matched', 'difference', 'matchedBy', 'matchedAt'],
    isOf: ({ status }) => status === 'matched',
  },
  { title: '忽略', keys: ['ignoreReason'], isOf: ({ status }) => status === 'ignored' },
];

/** One movement, and the 收付款 that it is. */
export function BankLineDetail(): ReactNode {
  const { actionsOf, dialog } = usePaymentOf();
  return (
    <>
      <DetailPage<typeof bankLine, Detail>
        of={bankLine}
        moves={() => MOVES}
        actions={actionsOf}
        groups={GROUPS}
        lines={(row) => <Matches lines={linesOf(row, bankMatch)} />}
      />
      {dialog}
    </>
  );
}

function Matches({ lines }: { lines: readonly WireRow<typeof bankMatch>[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        核对到<span className="wb-part-count">{lines.length}</span>
      </h2>
      <PartTable
        label="核对到"
        head={[{ title: '收付款' }, { title: '金额', isFigure: true }]}
        rows={lines.map(({ id, paymentId, paymentId_dictText, amount, currency }) => ({
          key: id,
          cells: [
            <SourceLink
              key="payment"
              title="看收付款"
              permission="finance:payment:list"
              path={detailPath(payment, paymentId)}
            >
              {paymentId_dictText}
            </SourceLink>,
            `${grouped(amount)} ${currency}`,
          ],
        }))}
      />
    </section>
  );
}
