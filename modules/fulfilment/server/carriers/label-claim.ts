import type { Tx } from '#kit/server/database.ts';
import type { BoughtLabel } from '../../model/carrier-port.ts';

/* A carrier's label belongs to one of ours: what goes under its number is voided and charged by that number. */

/** A label of ours, of goods that leave or come back. */
interface OurLabel {
  id: string;
  labelNo: string;
  carrierAccountId: string;
}

/** As much of a carrier's number as an index holds. */
const MOST_ID = 200;

/**
 * Notes that a carrier's label is one of ours, under its number.
 * @param remoteId empty where the carrier has given none that is ours
 * @returns the number of our label that it is already, or null
 */
export async function claimLabel(
  tx: Tx,
  { id, labelNo, carrierAccountId }: OurLabel,
  remoteId: string,
): Promise<string | null> {
  if (remoteId === '') return null;
  await tx.run`
    insert into carrier_label_claim (tenant_id, carrier_account_id, remote_id, label_id, label_no, create_time)
    values (${tx.tenant}, ${carrierAccountId}::uuid, ${remoteId.slice(0, MOST_ID)}, ${id}::uuid, ${labelNo}, ${tx.now})
    on conflict (tenant_id, carrier_account_id, remote_id) do nothing`;
  const owner = await ownerOf(tx, carrierAccountId, remoteId);
  return owner === undefined || owner.labelId === id ? null : owner.labelNo;
}

const ownerOf = (
  tx: Tx,
  carrierAccountId: string,
  remoteId: string,
): Promise<{ labelId: string; labelNo: string } | undefined> =>
  tx.maybe<{ labelId: string; labelNo: string }>`
    select label_id, label_no from carrier_label_claim
    where tenant_id = ${tx.tenant} and carrier_account_id = ${carrierAccountId}::uuid
      and remote_id = ${remoteId.slice(0, MOST_ID)}`;

/** Whether a carrier's label is one of ours: then it is nothing that was made beside another. */
export const isClaimed = async (tx: Tx, carrierAccountId: string, remoteId: string): Promise<boolean> =>
  (await ownerOf(tx, carrierAccountId, remoteId)) !== undefined;

/** What a person has to know of a carrier that answered with a label of ours. */
export const claimedFault = (remoteId: string, labelNo: string): string =>
  `承运商给了已有的面单编号 ${remoteId.slice(0, 64)}（面单 ${labelNo} 的），请到承运商后台核对后作废再买`;

/** An answer of which nothing is taken for ours: it is of another label. */
export const withoutOwn = (bought: BoughtLabel): BoughtLabel => ({
  labelId: '',
  trackingNos: [],
  cost: null,
  currency: null,
  file: null,
  voidUntil: null,
  extra: bought.extra,
  reference: null,
  postalCode: null,
  ended: null,
});
