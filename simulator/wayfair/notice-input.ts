/** A ship notice as it arrives, and what is read off it in more than one place. */

interface PackageArguments {
  code: { type: 'TRACKING_NUMBER' | 'UCC_128'; value: string };
  weight?: number | null;
}

export interface NoticeAddress {
  name: string;
  streetAddress1: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
}

export interface ShipNoticeArguments {
  notice: {
    poNumber: string;
    supplierId: number;
    packageCount: number;
    weight?: number | null;
    volume?: number | null;
    carrierCode: string;
    shipSpeed: string;
    trackingNumber: string;
    shipDate: number;
    sourceAddress: NoticeAddress;
    destinationAddress: NoticeAddress;
    smallParcelShipments?: { package: PackageArguments; items: { partNumber: string; quantity: number }[] }[] | null;
    largeParcelShipments?: { partNumber: string; packages: PackageArguments[] }[] | null;
  };
  dryRun?: boolean | null;
}

export type Notice = ShipNoticeArguments['notice'];

export function packagesOf(notice: Notice): PackageArguments[] {
  return [
    ...(notice.smallParcelShipments ?? []).map((shipmentOf) => shipmentOf.package),
    ...(notice.largeParcelShipments ?? []).flatMap((part) => part.packages),
  ];
}

/** The master number and those of the packages; the master may list several, comma separated. */
export function trackingNumbersOf(notice: Notice): Set<string> {
  const master = notice.trackingNumber.split(',').map((number) => number.trim());
  const codes = packagesOf(notice)
    .filter(({ code }) => code.type === 'TRACKING_NUMBER')
    .map(({ code }) => code.value.trim());
  return new Set([...master, ...codes].filter((number) => number !== ''));
}
