import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { ListPage, ResourceForm, tenantDay } from '#kit/web/index.ts';
import { paymentTerm } from '../model/payment-term.ts';
import { useStatusAction } from './status-action.ts';
import { termExample, TypedTermExample } from './term-example.tsx';
import './base.css';

type Term = WireRow<typeof paymentTerm>;

/** Fields that are changed where they stand. */
const IN_PLACE = ['name', 'netDays', 'cutoffDay', 'discountDays', 'discountRate'] as const;

/** 付款条款, each with an example of its days. */
export function PaymentTermList(): ReactNode {
  const status = useStatusAction(paymentTerm, '供应商和客户不能再选它，已选的照旧。');
  return (
    <ListPage
      of={paymentTerm}
      form={TermForm}
      inPlace={IN_PLACE}
      rowActions={status}
      facts={{ netDays: (row) => <Days {...row} /> }}
    />
  );
}

function Days(row: Term): ReactNode {
  return (
    <>
      {row.netDays} 天<p className="ba-example">{termExample(row, tenantDay())}</p>
    </>
  );
}

const TermForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <ResourceForm of={paymentTerm} {...props}>
    <TypedTermExample />
  </ResourceForm>
);
