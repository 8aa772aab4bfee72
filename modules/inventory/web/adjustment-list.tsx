import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { BlankState, ListPage, usePermission } from '#kit/web/index.ts';
import { stockAdjustment } from '../model/stock.ts';
import { AdjustmentForm } from './adjustment-form.tsx';

/** 调整单: opening stock and corrections, from the draft to the posting. */
export function AdjustmentList(): ReactNode {
  const mayAdd = usePermission('inventory:stockAdjustment:add');
  const [isAdding, setAdding] = useState(false);
  const add = mayAdd ? (
    <Button type="primary" onClick={() => setAdding(true)}>
      新增调整单
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        of={stockAdjustment}
        toolbar={() => add}
        empty={
          <BlankState
            title="还没有调整单"
            text="期初库存和盘点差异都从调整单录入，提交后过账。"
            actions={add}
          />
        }
      />
      {isAdding && <AdjustmentForm onClose={() => setAdding(false)} />}
    </>
  );
}
