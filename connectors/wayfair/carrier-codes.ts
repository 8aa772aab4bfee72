/** Carrier codes (SCAC) seen on the wire; a partial list, the tenant adds its own. */
export const CARRIER_CODES: readonly { code: string; title: string }[] = [
  { code: 'FDEG', title: 'FedEx Ground' },
  { code: 'FDE', title: 'FedEx Express' },
  { code: 'FDEN', title: 'FedEx Home Delivery' },
  { code: 'FDEX', title: 'FedEx' },
  { code: 'FEDX', title: 'FedEx（旧代码）' },
  { code: 'UPSN', title: 'UPS' },
  { code: 'UPSG', title: 'UPS Ground' },
  { code: 'UPS', title: 'UPS（旧代码）' },
  { code: 'USPS', title: 'USPS' },
  { code: 'ONTRAC', title: 'OnTrac' },
  { code: 'LASX', title: 'LaserShip' },
  { code: 'EXLA', title: 'Estes Express Lines' },
  { code: 'ODFL', title: 'Old Dominion Freight Line' },
  { code: 'DHDE', title: 'DHL（德国）' },
  { code: 'HRSP', title: 'Hermes（德国）' },
];
