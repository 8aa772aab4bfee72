import type { ShipNotice } from '#modules/channels/model/port.ts';
import type { MiraklClient } from './client.ts';

/** Units of a notice by part. */
export function unitsIn({ packages }: ShipNotice): Map<string, number> {
  const units = new Map<string, number>();
  for (const { channelSku, qty } of packages.flatMap(({ items }) => items))
    units.set(channelSku, (units.get(channelSku) ?? 0) + qty);
  return units;
}

/** A carrier the marketplace knows by its code, another by its name and where its parcels are followed. */
export function trackingOf(
  { settings }: MiraklClient,
  { carrierCode, trackingNo }: ShipNotice,
): Record<string, string> {
  const ours = carrierCode.trim().toUpperCase();
  const known = settings.carriers.get(ours);
  if (known !== undefined) return { carrier_code: known, tracking_number: trackingNo };
  const url = settings.carrierUrls.get(ours);
  return {
    carrier_name: carrierCode.trim() || 'OTHER',
    ...(url === undefined ? {} : { carrier_url: url }),
    tracking_number: trackingNo,
  };
}
