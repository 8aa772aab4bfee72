import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { ListPage, ResourceForm, type ColumnSpec } from '#kit/web/index.ts';
import { customer } from '../model/customer.ts';
import { CurrencyInput } from './currency-input.tsx';
import { useStatusAction } from './status-action.ts';

type CustomerRow = WireRow<typeof customer> & { channelTitle?: string };

const IN_PLACE = ['name', 'type', 'paymentTermId', 'creditLimit'] as const;

/** As declared, with the channel by its name: the channels know it. */
const COLUMNS: readonly ColumnSpec<CustomerRow>[] = customer.list.map((entry) =>
  entry === 'channelCode'
    ? {
        key: entry,
        text: ({ channelTitle, channelCode }) => channelTitle ?? channelCode ?? '',
        render: ({ channelTitle, channelCode }) => channelTitle ?? channelCode ?? '—',
      }
    : entry,
) as readonly ColumnSpec<CustomerRow>[];
const INPUTS = { currency: CurrencyInput };

/** 客户, with the people there in its detail. */
export function CustomerList(): ReactNode {
  const status = useStatusAction(customer, '新的单据不能再选它，已有的照旧。');
  return (
    <ListPage<typeof customer, CustomerRow>
      of={customer}
      columns={COLUMNS}
      form={CustomerForm}
      inPlace={IN_PLACE}
      rowActions={status}
    />
  );
}

const CustomerForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <ResourceForm of={customer} inputs={INPUTS} {...props} />
);
