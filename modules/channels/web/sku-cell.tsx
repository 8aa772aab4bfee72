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
  const [request, setRequest] = useState<string | null>(null);
  const { Edit, Show } = cellOf('link');
  const confirming = request !== null && (
    <ConfirmMapping
      row={row}
      skuId={request}
      onClose={() => setRequest(null)}
      onDone={() => {
        setRequest(null);
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
        value={request ?? row.skuId}
        row={request === null || request === row.skuId ? row : {}}
        onChange={(value) => {
          if (typeof value === 'string' && value !== row.skuId) setRequest(value);
        }}
      />
      {row.mapStatus === 'suggested' && row.skuId && (
        <Button type="primary" size="small" onClick={() => setRequest(row.skuId)}>
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
