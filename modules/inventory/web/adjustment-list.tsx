import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { BlankState, ListPage, usePermission } from '#kit/web/index.ts';
import { isAdjustmentEditable, stockAdjustment } from '../model/stock.ts';
import { AdjustmentForm } from './adjustment-form.tsx';

/** 调整单: opening stock and corrections, from the draft to the posting. */
export function AdjustmentList(): ReactNode {
  const mayAdd = usePermission('inventory:stockAdjustment:add');
  const mayEdit = usePermission('inventory:stockAdjustment:edit');
  const [form, setForm] = useState<{ id?: string } | null>(null);
  const add = mayAdd ? (
    <Button type="primary" onClick={() => setForm({})}>
      新增调整单
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        of={stockAdjustment}
        form={AdjustmentForm}
        columns={[
          'adjustmentNo',
          'status',
          { key: 'checkReason', width: 160 },
          'kind',
          'warehouseId',
          { key: 'reason', width: 160 },
          'lineCount',
          'totalQty',
          'value',
          'submittedBy',
          'approvedBy',
          'createTime',
        ]}
        toolbar={() => add}
        rowActions={({ id, status }) =>
          mayEdit && isAdjustmentEditable(status)
            ? [{ key: 'edit', title: '编辑', onClick: () => setForm({ id }) }]
            : []
        }
        empty={
          <BlankState
            title="还没有调整单"
            text="期初库存和盘点差异都从调整单录入，提交后过账。"
            actions={add}
          />
        }
      />
      {form && <AdjustmentForm id={form.id} onClose={() => setForm(null)} />}
    </>
  );
}
