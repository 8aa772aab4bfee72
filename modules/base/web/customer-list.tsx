import type { ReactNode } from 'react';
import { ListPage, ResourceForm } from '#kit/web/index.ts';
import { customer } from '../model/customer.ts';
import { CurrencyInput } from './currency-input.tsx';
import { useStatusAction } from './status-action.ts';

const IN_PLACE = ['name', 'type', 'paymentTermId', 'creditLimit'] as const;
const INPUTS = { currency: CurrencyInput };

/** 客户, with the people there in its detail. */
export function CustomerList(): ReactNode {
  const status = useStatusAction(customer, '新的单据不能再选它，已有的照旧。');
  return <ListPage of={customer} form={CustomerForm} inPlace={IN_PLACE} rowActions={status} />;
}

const CustomerForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <ResourceForm of={customer} inputs={INPUTS} {...props} />
);
