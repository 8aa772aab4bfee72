/** Carriers by the names under which Shopify makes tracking links of their numbers. */
export const CARRIER_CODES = [
  { code: 'UPS', title: 'UPS' },
  { code: 'FedEx', title: 'FedEx' },
  { code: 'USPS', title: 'USPS' },
  { code: 'OnTrac', title: 'OnTrac' },
  { code: 'LaserShip', title: 'LaserShip' },
  { code: 'DHL Express', title: 'DHL Express' },
  { code: 'DHL eCommerce', title: 'DHL eCommerce' },
  { code: 'Canada Post', title: 'Canada Post' },
  { code: 'Purolator', title: 'Purolator' },
  { code: 'Royal Mail', title: 'Royal Mail' },
  { code: 'DPD', title: 'DPD' },
  { code: 'GLS', title: 'GLS' },
  { code: '4PX', title: '4PX' },
  { code: 'YunExpress', title: '云途 YunExpress' },
] as const;
