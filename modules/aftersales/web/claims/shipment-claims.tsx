import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import {
  fetchResource,
  fetchRoute,
  detailPath,
  keyOf,
  toast,
  StateTag,
  toastError,
  usePage,
  usePermission,
  type ListAnswer,
} from '#kit/web/index.ts';
import { claim, claimLifecycle } from '../../model/claim.ts';
import { claimShipmentRoute } from '../../model/claim-routes.ts';

/** States in which something may have gone wrong on the way. */
const CLAIMED_OF: ReadonlySet<string> = new Set(['exception', 'lost', 'delivered']);
const OPEN: ReadonlySet<string> = new Set(['draft', 'submitted', 'part_paid']);

/** Claims of a shipment, and the button that writes one. */
export function ShipmentClaims({ shipmentId, status }: { shipmentId: string; status: string }): ReactNode {
  const maySee = usePermission('aftersales:claim:list');
  const mayAdd = usePermission('aftersales:claim:add');
  const { open } = usePage();
  const { data } = useQuery({
    queryKey: keyOf(claim, 'ofShipment', shipmentId),
    queryFn: ({ signal }) =>
      fetchResource<ListAnswer<WireRow<typeof claim>>>(claim, 'list', { shipmentId }, { signal }),
    enabled: maySee,
  });
  if (!maySee || !data) return null;
  const isFree = !data.records.some((row) => OPEN.has(row.status));
  return (
    <span className="wb-actions">
      {data.records.map((row) => (
        <span key={row.id}>
          <Button type="link" size="small" onClick={() => open(detailPath(claim, row.id))}>
            索赔 {row.claimNo}
          </Button>
          <StateTag lifecycle={claimLifecycle} state={row.status} />
        </span>
      ))}
      {mayAdd && isFree && CLAIMED_OF.has(status) && <AddClaim shipmentId={shipmentId} />}
    </span>
  );
}

function AddClaim({ shipmentId }: { shipmentId: string }): ReactNode {
  const client = useQueryClient();
  const { open } = usePage();
  const [isBusy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      const made = await fetchRoute(claimShipmentRoute, { body: { shipmentId } });
      await client.invalidateQueries({ queryKey: keyOf(claim) });
      toast.done(`已登记索赔 ${made.claimNo}，补上举证材料后提交`);
      open(detailPath(claim, made.id));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" loading={isBusy} onClick={() => void add()}>
      登记索赔
    </Button>
  );
}
