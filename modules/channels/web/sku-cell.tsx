import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  call,
  cellOf,
  refreshResource,
  say,
  tell,
  usePermission,
  type Row,
} from '#kit/web/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { channelProduct } from '../model/channel-product.ts';
import './channels.css';

export type Listing = Row & {
  channelSku: string;
  skuId: string | null;
  mapStatus: 'unmapped' | 'suggested' | 'mapped' | 'broken';
  version: number;
};

const FIELD = channelProduct.fields.skuId;

/** The SKU behind a listing, chosen in its row: choosing saves, 确认 says yes to a suggestion. */
export function SkuCell({ row }: { row: Listing }): ReactNode {
  const mayEdit = usePermission('channels:channelProduct:edit');
  const [isChanging, setChanging] = useState(false);
  const [saving, setSaving] = useState<string | null>(null);
  const { Edit, Show } = cellOf('link');
  const save = async (skuId: string): Promise<void> => {
    setSaving(skuId);
    try {
      await call('PUT', '/channels/channelProduct/edit', {
        body: { id: row.id, version: row.version, skuId },
      });
      say.done(`${row.channelSku} 已配对，等待配对的订单已放行`);
      setChanging(false);
      void refreshResource(salesOrder);
    } catch (error) {
      tell(error);
    } finally {
      await refreshResource(channelProduct);
      setSaving(null);
    }
  };
  if (!mayEdit || (row.mapStatus === 'mapped' && !isChanging))
    return (
      <span className="ch-sku-pick">
        <Show field={FIELD} name="skuId" value={row.skuId} row={row} />
        {mayEdit && (
          <Button type="link" size="small" onClick={() => setChanging(true)}>
            更换
          </Button>
        )}
      </span>
    );
  return (
    <span className="ch-sku-pick" role="group" aria-label={`${row.channelSku} 的本地SKU`}>
      <Edit
        field={{ ...FIELD, required: true }}
        name="skuId"
        id={`sku-${row.id}`}
        value={saving ?? row.skuId}
        row={saving === null || saving === row.skuId ? row : {}}
        disabled={saving !== null}
        onChange={(value) => {
          if (typeof value === 'string' && value !== row.skuId) void save(value);
        }}
      />
      {row.mapStatus === 'suggested' && row.skuId && (
        <Button
          type="primary"
          size="small"
          loading={saving !== null}
          onClick={() => void save(row.skuId as string)}
        >
          确认
        </Button>
      )}
      {isChanging && (
        <Button type="link" size="small" onClick={() => setChanging(false)}>
          取消
        </Button>
      )}
    </span>
  );
}
