import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  DetailPage,
  detailPath,
  FactPart,
  grouped,
  linesOf,
  NextStep,
  type NextHand,
  shortPrice,
  SourceLink,
  StateTag,
  type DetailRow,
  type FactGroup,
  PersonName,
} from '#kit/web/index.ts';
import { billPayment, billPaymentLifecycle } from '../model/bill-payment.ts';
import type { BillSurroundings, ShownPayment } from '../model/document-entries.ts';
import { supplierBill, supplierBillLine } from '../model/supplier-bill.ts';
import { BillForm } from './bill-pages.tsx';
import { ToOrder, ToReceipt, ToSku } from './document-links.tsx';
import { EntryList } from './entry-list.tsx';
import { BILL_DIALOGS } from './pay-dialog.tsx';
import { openCreditsPath } from './supplier-balance.tsx';
import './purchasing.css';

type Bill = DetailRow<typeof supplierBill> & Partial<BillSurroundings>;
type Line = WireRow<typeof supplierBillLine>;

/** One bill: what differs first, then its lines, payments and entries; at the right what comes next. */
export const SupplierBillDetail = (): ReactNode => (
  <DetailPage<typeof supplierBill, Bill>
    of={supplierBill}
    form={BillForm}
    dialogs={BILL_DIALOGS}
    next={(bill) => <BillNext bill={bill} />}
    aside={(bill) => <Amounts bill={bill} />}
    lines={(bill) => <Parts bill={bill} lines={linesOf(bill, supplierBillLine)} />}
    groups={GROUPS}
  />
);

const Parts = ({ bill, lines }: { bill: Bill; lines: readonly Line[] }): ReactNode => (
  <>
    <Faults bill={bill} lines={lines} />
    <BillLines lines={lines} />
    <Payments payments={bill.payments ?? []} currency={bill.currency} />
    <EntryList entries={bill.entries ?? []} />
  </>
);

const GROUPS: readonly FactGroup<Bill>[] = [
  {
    title: '资料',
    keys: [
      'supplierId',
      'invoiceNo',
      'currency',
      'billDate',
      'paymentTermId',
      'dueDate',
      'discountDate',
      'submittedBy',
      'matchedAt',
      'checkReason',
      'approvedBy',
      'postedBy',
      'postedAt',
      'note',
    ],
  },
];

const NEXT: Readonly<Record<Bill['status'], string | null>> = {
  draft: '填好后提交匹配',
  matched: '与采购和收货一致，过账',
  differing: '等另一个人审核，或退回修改',
  approved: '已审核，过账',
  posted: '在到期日前付款',
  part_paid: '在到期日前付清余款',
  paid: null,
  cancelled: null,
};
const POSTERS: NextHand = { team: '财务', permission: 'purchasing:supplierBill:post' };
const PAYERS: NextHand = { team: '财务', permission: 'purchasing:supplierBill:pay' };
const NEXT_HANDS: Partial<Record<Bill['status'], NextHand>> = {
  matched: POSTERS,
  approved: POSTERS,
  posted: PAYERS,
  part_paid: PAYERS,
};
const NEAR_HOURS = 72;

function BillNext({ bill }: { bill: Bill }): ReactNode {
  const what =
    bill.status === 'differing' && bill.checkReason ? `${bill.checkReason}：${NEXT.differing}` : NEXT[bill.status];
  if (what === null) return null;
  const days = [
    ...(bill.discountDate && bill.status === 'posted'
      ? [{ what: '折扣截止', at: `${bill.discountDate} 23:59:59`, nearHours: NEAR_HOURS }]
      : []),
    { what: '到期', at: `${bill.dueDate} 23:59:59`, nearHours: NEAR_HOURS },
  ];
  return <NextStep what={what} who={NEXT_HANDS[bill.status]} by={isOwed(bill) ? days : []} zone={null} place="公司" />;
}

/** What it comes to, what of it is paid, and what it did to the books; nothing where costs are hidden. */
function Amounts({ bill }: { bill: Bill }): ReactNode {
  if (!('total' in bill)) return null;
  const isZero = (key: 'taxTotal' | 'paidTotal' | 'discountTotal' | 'openTotal'): boolean => Number(bill[key]) === 0;
  const isForeign = bill.fxRate !== null && bill.baseCurrency !== bill.currency;
  return (
    <FactPart
      of={supplierBill}
      row={bill}
      title="金额"
      keys={[
        ...(isZero('taxTotal') ? [] : (['goodsTotal', 'taxTotal'] as const)),
        'total',
        ...(isZero('paidTotal') ? [] : (['paidTotal'] as const)),
        ...(isZero('discountTotal') ? [] : (['discountTotal'] as const)),
        ...(isZero('openTotal') ? [] : (['openTotal'] as const)),
        ...(bill.status === 'posted' ? (['discountAmount'] as const) : []),
        ...(isForeign ? (['fxRate', 'baseTotal'] as const) : []),
        'accrued',
        ...(Number(bill.priceVariance ?? 0) === 0 ? [] : (['priceVariance'] as const)),
        ...(Number(bill.taxBase ?? 0) === 0 ? [] : (['taxBase'] as const)),
      ]}
    >
      {bill.openCredits && isOwed(bill) && (
        <p className="pu-credits">
          供应商可抵扣{' '}
          <SourceLink
            title="看可抵扣的退款单"
            permission="purchasing:supplierCredit:list"
            path={openCreditsPath(bill.supplierId)}
          >
            {grouped(bill.openCredits)} {bill.currency}
          </SourceLink>
          ，付款时勾「先抵扣退款单」
        </p>
      )}
    </FactPart>
  );
}

const isOwed = ({ status }: Bill): boolean => status === 'posted' || status === 'part_paid';

/** Lines that differ from order or receipts, in words, above everything else. */
function Faults({ bill, lines }: { bill: Bill; lines: readonly Line[] }): ReactNode {
  if (bill.differenceCount === 0) return null;
  const differing = lines.filter((line) => 'difference' in line && line.difference);
  return (
    <section className="wb-detail-part pu-faults" aria-label="匹配差异">
      <h2>
        匹配差异<span className="wb-part-count">{bill.differenceCount}</span>
      </h2>
      <ul>
        {differing.map((line) => (
          <li key={line.id}>
            <strong>{line.skuId_dictText}</strong>
            <span className="pu-bad">{line.difference}</span>
            <span className="pu-weak">
              {line.expectedPrice === null
                ? '采购和收货都没有单价'
                : `开票 ${grouped(shortPrice(line.unitPrice))}，采购 ${grouped(shortPrice(line.expectedPrice))}`}
              {line.openQty !== null && ` · 开票 ${grouped(line.qty)} 件，未开票已收 ${grouped(line.openQty)} 件`}
            </span>
          </li>
        ))}
      </ul>
      {bill.approvedBy && (
        <p className="pu-weak">
          差异由 <PersonName username={bill.approvedBy} /> 审核通过
        </p>
      )}
    </section>
  );
}

const BillLines = ({ lines }: { lines: readonly Line[] }): ReactNode => (
  <section className="wb-detail-part">
    <h2>
      发票明细<span className="wb-part-count">{lines.length}</span>
    </h2>
    <ul className="pu-rows" aria-label="发票明细">
      {lines.map((line) => (
        <li key={line.id}>
          <span className="pu-rows-what">
            <ToSku id={line.skuId} no={line.skuId_dictText} />
            <small>
              <Origin line={line} />
            </small>
          </span>
          <span>×{grouped(line.qty)}</span>
          {'amount' in line && (
            <span className="pu-rows-sum">
              <strong>
                {grouped(line.amount)} {line.currency}
              </strong>
              <small>
                单价 {grouped(shortPrice(line.unitPrice))}
                {Number(line.taxAmount) > 0 && ` · 税 ${grouped(line.taxAmount)}`}
              </small>
            </span>
          )}
        </li>
      ))}
    </ul>
  </section>
);

/** The order or the receipt that a line answers, as the way to it. */
function Origin({ line }: { line: Line }): ReactNode {
  if (line.purchaseOrderId) return <ToOrder id={line.purchaseOrderId} no={line.purchaseOrderId_dictText} />;
  return line.receiptId ? <ToReceipt id={line.receiptId} no={line.receiptId_dictText} /> : null;
}

function Payments({ payments, currency }: { payments: readonly ShownPayment[]; currency: string }): ReactNode {
  if (payments.length === 0) return null;
  return (
    <section className="wb-detail-part">
      <h2>
        付款<span className="wb-part-count">{payments.length}</span>
      </h2>
      <ul className="pu-rows" aria-label="付款">
        {payments.map((payment) => (
          <li key={payment.id}>
            <span className="pu-rows-what">
              <SourceLink
                title="看付款记录"
                permission="purchasing:billPayment:list"
                path={detailPath(billPayment, payment.id)}
              >
                {payment.paymentNo}
              </SourceLink>
              <small>
                {[
                  payment.paidOn,
                  payment.credit && `抵扣 ${payment.credit}`,
                  payment.account,
                  payment.bankRef,
                  payment.paidBy,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <StateTag lifecycle={billPaymentLifecycle} state={payment.status} />
            {payment.amount !== undefined && (
              <span className="pu-rows-sum">
                <strong>
                  {grouped(payment.amount)} {currency}
                </strong>
                {Number(payment.discount) > 0 && <small>折扣 {grouped(payment.discount ?? '')}</small>}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
