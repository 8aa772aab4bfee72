import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { cellOf, usePermission } from '#kit/web/index.ts';
import { channelProduct } from '../model/channel-product.ts';
import { ConfirmMapping, UndoMapping } from './confirm-mapping.tsx';
import type { Listing } from './listing.ts';
import './channels.css';

const FIELD = channelProduct.fields.skuId;

/**
 * The SKU behind a listing, chosen in its row: what is chosen, or suggested, is shown with picture
 * and name before it is saved, and can be undone.
 */
export function SkuCell({ row }: { row: Listing }): ReactNode {
  const mayEdit = usePermission('channels:channelProduct:edit');
  const [isChanging, setChanging] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const { Edit, Show } = cellOf('link');
  const confirming = asked !== null && (
    <ConfirmMapping
      row={row}
      skuId={asked}
      onClose={() => setAsked(null)}
      onDone={() => {
        setAsked(null);
        setChanging(false);
      }}
    />
  );
  if (!mayEdit || (row.mapStatus === 'mapped' && !isChanging))
    return (
      <span className="ch-sku-pick">
        <Show field={FIELD} name="skuId" value={row.skuId} row={row} />
        {mayEdit && (
          <>
            <Button type="link" size="small" onClick={() => setChanging(true)}>
              更换
            </Button>
            <UndoMapping row={row} />
          </>
        )}
      </span>
    );
  return (
    <span className="ch-sku-pick" role="group" aria-label={`${row.channelSku} 的本地SKU`}>
      <Edit
        field={{ ...FIELD, required: true }}
        name="skuId"
        id={`sku-${row.id}`}
        value={asked ?? row.skuId}
        row={asked === null || asked === row.skuId ? row : {}}
        onChange={(value) => {
          if (typeof value === 'string' && value !== row.skuId) setAsked(value);
        }}
      />
      {row.mapStatus === 'suggested' && row.skuId && (
        <Button type="primary" size="small" onClick={() => setAsked(row.skuId)}>
          确认
        </Button>
      )}
      {isChanging && (
        <Button type="link" size="small" onClick={() => setChanging(false)}>
          取消
        </Button>
      )}
      {confirming}
    </span>
  );
}
