import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { LostFile } from '#kit/server/lost-file.ts';
import { readsPaper } from '#modules/fulfilment/server/index.ts';
import type { DeductionRow } from '../../model/deduction.ts';

/** A stored file that proves something, with its bytes where they are there. */
export interface EvidenceFile {
  /** What it proves. */
  title: string;
  name: string;
  bytes: Uint8Array | null;
  /** It names the buyer, whom the reader may not see: it is said to be there, and not printed. */
  isHidden: boolean;
}

/** Files of one pack at most, and what they may weigh together: they are put together in memory. */
const MOST_FILES = 60;
const MOST_BYTES = 80 * 1024 * 1024;

/** What files prove, by where they come from. */
const TITLES = {
  attached: '申诉材料',
  label: '面单',
  document: '发货文件',
  message: '沟通附件',
  returned: '退货照片',
  inspected: '质检照片',
} as const;

interface Found {
  id: string;
  what: keyof typeof TITLES;
  name: string;
  bytes: number;
  isHidden: boolean;
}

/**
 * What was attached to a deduction, its labels, and photos and files of its order and returns, each once: of what
 * the reader may list, and papers that name the buyer for those alone who may read them.
 */
export async function evidenceFiles(
  tx: Tx,
  { evidence, orderId }: Pick<DeductionRow, 'evidence' | 'orderId'>,
): Promise<EvidenceFile[]> {
  const { actor } = tx;
  const lists = (resource: string): boolean => may(actor, `${resource}:list`);
  const [orders, shipments] = [lists('orders:salesOrder'), lists('fulfilment:shipment')];
  const returns = lists('aftersales:returnOrder');
  const [readsGoods, readsAll] = [readsPaper(actor, 'label'), readsPaper(actor, 'packingSlip')];
  const found = await tx.rows<Found>`
    select distinct on (f.rank, a.sha256) a.id, f.what, a.name, a.bytes, f.is_hidden
    from (
      select 1 as rank, 'attached' as what, address, null::uuid as id, false as is_hidden
        from unnest(${[...evidence]}::text[]) as address
      union all
      select 2, 'label', null, b.label_asset_id, not ${readsGoods}::boolean from box b
        join shipment s on s.tenant_id = b.tenant_id and s.id = b.shipment_id and s.status <> 'voided'
        where b.tenant_id = ${tx.tenant} and s.order_id = ${orderId}::uuid and b.label_asset_id is not null
          and ${shipments}::boolean
      union all
      select 3, 'document', null, d.asset_id,
        not (${readsAll}::boolean or (d.kind in ('label', 'bol') and ${readsGoods}::boolean))
        from shipping_document d
        join shipment s on s.tenant_id = d.tenant_id and s.id = d.shipment_id and s.status <> 'voided'
        where d.tenant_id = ${tx.tenant} and s.order_id = ${orderId}::uuid and ${shipments}::boolean
          and not exists (select 1 from box b where b.tenant_id = d.tenant_id and b.shipment_id = d.shipment_id
            and b.label_asset_id is not null)
      union all
      select 4, 'message', null, f.id, false from order_remark r
        join asset f on f.tenant_id = r.tenant_id and f.address = any(r.assets)
        where r.tenant_id = ${tx.tenant} and r.order_id = ${orderId}::uuid and not r.hidden
          and r.kind in ('buyer', 'channel') and ${orders}::boolean
      union all
      select 5, 'returned', null, f.id, false from return_order r
        join asset f on f.tenant_id = r.tenant_id and f.address = any(r.photos)
        where r.tenant_id = ${tx.tenant} and r.order_id = ${orderId}::uuid and ${returns}::boolean
      union all
      select 5, 'inspected', null, f.id, false from return_line l
        join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
        join asset f on f.tenant_id = l.tenant_id and f.address = any(l.photos)
        where l.tenant_id = ${tx.tenant} and r.order_id = ${orderId}::uuid and ${returns}::boolean) f
    join asset a on a.tenant_id = ${tx.tenant} and (a.id = f.id or a.address = f.address)
    order by f.rank, a.sha256, f.is_hidden, a.id limit ${MOST_FILES}`;
  let left = MOST_BYTES;
  const files: EvidenceFile[] = [];
  for (const { id, what, name, bytes, isHidden } of found) {
    if (!isHidden) left -= bytes;
    files.push({ title: TITLES[what], name, bytes: isHidden || left < 0 ? null : await bytesOf(tx, id), isHidden });
  }
  return files;
}

/** One whose bytes are lost is named and not printed. */
const bytesOf = (tx: Tx, id: string): Promise<Uint8Array | null> =>
  tx.files.read(tx, id).then(
    ({ bytes }) => bytes,
    (error: unknown) => {
      if (error instanceof LostFile) return null;
      throw error;
    },
  );
