import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPage,
  detailPath,
  DraftDrawer,
  FactPart,
  grouped,
  linesOf,
  ListPage,
  SourceLink,
  tenantDay,
  type DetailRow,
  type FactGroup,
} from '#kit/web/index.ts';
import type { DocumentBooks } from '../model/document-entries.ts';
import { invoice } from '../model/invoice.ts';
import { payment, paymentAllocation } from '../model/payment.ts';
import { remittance } from '../model/remittance.ts';
import { EntryList } from './entry-list.tsx';
import { paymentMoves } from './payment-moves.ts';
import './finance.css';

type Payment = DetailRow<typeof payment> & Partial<DocumentBooks>;
type Allocation = WireRow<typeof paymentAllocation>;

/** A draft: who paid what, and for which invoices. */
export const PaymentForm = ({
  start,
  ...props
}: {
  id?: string | undefined;
  /** What a new one begins with. */
  start?: Readonly<Record<string, unknown>>;
  onClose: () => void;
}): ReactNode => (
  <DraftDrawer
    of={payment}
    note="收款写明付哪些发票；余下的记为预收，以后再核销。付款不填明细"
    example={['IV26112500001', '266.98', '']}
    start={{ paidOn: tenantDay(0), ...start }}
    {...props}
  />
);

/** 收付款: money of customers, and what of it settles which invoices. */
export const PaymentList = (): ReactNode => (
  <ListPage
    of={payment}
    form={PaymentForm}
    moves={paymentMoves}
    columns={[
      { key: 'paymentNo', under: ['bankRef'] },
      { key: 'status', under: ['direction'] },
      { key: 'customerId', under: ['method'] },
      {
        key: 'amount',
        under: [
          {
            key: 'unallocated',
            render: ({ unallocated, status }) =>
              status === 'posted' && Number(unallocated) > 0 ? `未核销 ${grouped(unallocated)}` : null,
          },
        ],
      },
      'allocated',
      { key: 'paidOn', under: ['accountId'] },
      'createTime',
    ]}
  />
);

const GROUPS: readonly FactGroup<Payment>[] = [
  {
    title: '资料',
    keys: [
      'direction',
      'customerId',
      'method',
      'accountId',
      'bankRef',
      'paidOn',
      'remittanceId',
      'sourceNo',
      'postedBy',
      'postedAt',
    ],
  },
  { title: '冲销', keys: ['reversedBy', 'reversedAt', 'reverseReason'], isOf: ({ status }) => status === 'reversed' },
  { title: '说明', keys: ['note'], columns: 1 },
];

/** One payment: the invoices that it is for, and what it did to the books. */
export const PaymentDetail = (): ReactNode => (
  <DetailPage<typeof payment, Payment>
    of={payment}
    form={PaymentForm}
    moves={paymentMoves}
    aside={(one) => (
      <FactPart
        of={payment}
        row={one}
        title="金额"
        keys={[
          'amount',
          'allocated',
          'unallocated',
          ...(one.fxRate && one.baseCurrency !== one.currency ? (['fxRate', 'baseAmount'] as const) : []),
        ]}
      />
    )}
    lines={(one) => (
      <>
        <Allocations lines={linesOf(one, paymentAllocation)} />
        <EntryList entries={one.entries ?? []} />
      </>
    )}
    groups={GROUPS}
    facts={{ remittanceId: remittanceLink }}
  />
);

/** The remittance whose money it is: its entry is the one below, and it is taken back there. */
const remittanceLink = ({ remittanceId, sourceNo }: Payment): ReactNode =>
  remittanceId && (
    <SourceLink title="看回款单" permission="finance:remittance:list" path={detailPath(remittance, remittanceId)}>
      {sourceNo ?? ''}
    </SourceLink>
  );

function Allocations({ lines }: { lines: readonly Allocation[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        核销发票<span className="wb-part-count">{lines.length}</span>
      </h2>
      <ul className="fi-rows" aria-label="核销发票">
        {lines.map((line) => (
          <li key={line.id}>
            <span className="fi-rows-what">
              <SourceLink title="看发票" permission="finance:invoice:list" path={detailPath(invoice, line.invoiceId)}>
                {line.invoiceId_dictText}
              </SourceLink>
              {Number(line.discount) > 0 && <small>提前付款折扣 {grouped(line.discount)}</small>}
            </span>
            <span className="fi-rows-sum">
              <strong>
                {grouped(line.amount)} {line.currency}
              </strong>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
