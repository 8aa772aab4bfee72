import type { ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { ListPage, ResourceForm } from '#kit/web/index.ts';
import { supplier } from '../model/supplier.ts';
import { supplierStanding } from './supplier-slots.ts';
import { CurrencyInput } from './currency-input.tsx';
import { useStatusAction } from './status-action.ts';

const IN_PLACE = ['name', 'type', 'paymentTermId', 'leadDays', 'rating'] as const;
const INPUTS = { currency: CurrencyInput };

/** 供应商, with the people there in its detail. */
export function SupplierList(): ReactNode {
  const status = useStatusAction(supplier, '新的采购单不能再选它，已有的照旧。');
  return <ListPage of={supplier} form={SupplierForm} inPlace={IN_PLACE} rowActions={status} facts={FACTS} />;
}

const FACTS = {
  rating: ({ id, rating }: WireRow<typeof supplier>): ReactNode => (
    <>
      {rating} <supplierStanding.Outlet supplierId={id} />
    </>
  ),
};

const SupplierForm = (props: { id?: string | undefined; onClose: () => void }): ReactNode => (
  <ResourceForm of={supplier} inputs={INPUTS} {...props} />
);
