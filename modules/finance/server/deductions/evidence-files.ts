import type { Tx } from '#kit/server/database.ts';
import { LostFile } from '#kit/server/lost-file.ts';
import type { DeductionRow } from '../../model/deduction.ts';

/** A stored file that proves something, with its bytes where they are there. */
export interface EvidenceFile {
  /** What it proves. */
  title: string;
  name: string;
  bytes: Uint8Array | null;
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
}

/** What was attached to a deduction, its labels, and photos and files of its order and returns, each once. */
export async function evidenceFiles(
  tx: Tx,
  { evidence, orderId }: Pick<DeductionRow, 'evidence' | 'orderId'>,
): Promise<EvidenceFile[]> {
  const found = await tx.rows<Found>`
    select distinct on (f.rank, a.sha256) a.id, f.what, a.name, a.bytes
    from (
      select 1 as rank, 'attached' as what, address, null::uuid as id
        from unnest(${[...evidence]}::text[]) as address
      union all
      select 2, 'label', null, b.label_asset_id from box b
        join shipment s on s.tenant_id = b.tenant_id and s.id = b.shipment_id and s.status <> 'voided'
        where b.tenant_id = ${tx.tenant} and s.order_id = ${orderId}::uuid and b.label_asset_id is not null
      union all
      select 3, 'document', null, d.asset_id from shipping_document d
        join shipment s on s.tenant_id = d.tenant_id and s.id = d.shipment_id and s.status <> 'voided'
        where d.tenant_id = ${tx.tenant} and s.order_id = ${orderId}::uuid
          and not exists (select 1 from box b where b.tenant_id = d.tenant_id and b.shipment_id = d.shipment_id
            and b.label_asset_id is not null)
      union all
      select 4, 'message', null, f.id from order_remark r
        join asset f on f.tenant_id = r.tenant_id and f.address = any(r.assets)
        where r.tenant_id = ${tx.tenant} and r.order_id = ${orderId}::uuid and not r.hidden
          and r.kind in ('buyer', 'channel')
      union all
      select 5, 'returned', null, f.id from return_order r
        join asset f on f.tenant_id = r.tenant_id and f.address = any(r.photos)
        where r.tenant_id = ${tx.tenant} and r.order_id = ${orderId}::uuid
      union all
      select 5, 'inspected', null, f.id from return_line l
        join return_order r on r.tenant_id = l.tenant_id and r.id = l.return_id
        join asset f on f.tenant_id = l.tenant_id and f.address = any(l.photos)
        where l.tenant_id = ${tx.tenant} and r.order_id = ${orderId}::uuid) f
    join asset a on a.tenant_id = ${tx.tenant} and (a.id = f.id or a.address = f.address)
    order by f.rank, a.sha256, a.id limit ${MOST_FILES}`;
  let left = MOST_BYTES;
  const files: EvidenceFile[] = [];
  for (const { id, what, name, bytes } of found) {
    left -= bytes;
    files.push({ title: TITLES[what], name, bytes: left < 0 ? null : await bytesOf(tx, id) });
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
