import { useState, type ReactNode } from 'react';
import {
  labelOf,
  ResourceDetail,
  usePage,
  usePageTitle,
  usePermission,
  useRow,
  useWantedForm,
} from '#kit/web/index.ts';
import { isAdjustmentEditable, stockAdjustment } from '../model/stock.ts';
import { AdjustmentForm } from './adjustment-form.tsx';

/** One adjustment with its lines; a draft can be edited until it is submitted. */
export function AdjustmentDetail(): ReactNode {
  const id = usePage().params['id'] ?? '';
  const mayEdit = usePermission('inventory:stockAdjustment:edit');
  const [isEditing, setEditing] = useState(false);
  useWantedForm(stockAdjustment, (wanted) => setEditing(wanted === id));
  const { data: row } = useRow(stockAdjustment, id);
  usePageTitle(row ? `调整单 ${labelOf(stockAdjustment, row)}` : undefined);
  return (
    <>
      <ResourceDetail
        of={stockAdjustment}
        id={id}
        actions={({ status }) =>
          mayEdit && isAdjustmentEditable(status)
            ? [{ key: 'edit', title: '编辑', onClick: () => setEditing(true) }]
            : []
        }
      />
      {isEditing && <AdjustmentForm id={id} onClose={() => setEditing(false)} />}
    </>
  );
}
