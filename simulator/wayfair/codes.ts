/** Ship speeds the channel knows; clients must keep ones they do not know as text. */
export const SHIP_SPEEDS = `
  SECOND_DAY_AIR SECOND_DAY_AIR_FREE FIVE_DAY_DIRECT THREE_DAY CONTAINER EMAIL FEDEX_HOME
  GROUND PAKETVERSAND IMPERIAL_POOL_FREIGHT NEXT_DAY NEXT_DAY_OVERSEAS NEXT_DAY_BEFORE_NINE
  NEXT_MORNING WILL_CALL SATURDAY_DELIVERY TRUCK_FREIGHT_CASKETS_ONE_DAY
  TRUCK_FREIGHT_CASKETS_TWO_DAY TRUCK_FREIGHT_THRESHOLD CURBSIDE CURBSIDE_WITH_UNLOAD
  CURBSIDE_DELIVERY TRUCK_LOAD WHITE_GLOVE_BRONZE WHITE_GLOVE_SILVER WHITE_GLOVE_GOLD
  WHITE_GLOVE_PLATINUM WHITE_GLOVE_TWO_MAN WHITE_GLOVE_ROOM_OF_CHOICE WHITE_GLOVE_INNOVEL
  WHITE_GLOVE_CAPITAL_CITIES STANDARD_VERSAND_SPERRGUT ALMO LARGE_PARCEL_COURIER
  EUROPEAN_LINE_HAUL ECONOMY TINY_PARCEL GROUND_OVERSEA LOW_COST_CARRIER BACKYARD
  INSIDE_DELIVERY_PACKAGING_REMOVAL
  INSIDE_DELIVERY_PACKAGING_REMOVAL_REMOVAL_OF_OLD_APPLIANCE ONE_MAN_PREMIUM
  THRESHOLD_DELIVERY UK_1_MAN_48HRS UK_1_MAN_LONG_DELIVERY ALLIED_ROAD_EXPRESS
  HUNTER_ROAD_EXPRESS SPEDITION_FREI_BORDSTEINKANTE IN_HOME_MATTRESS_SET_UP_REMOVAL
  WHITE_GLOVE_DELIVERY_ROOM_OF_CHOICE_W_INSTALLATION
  WHITE_GLOVE_DELIVERY_ROOM_OF_CHOICE_W_INSTALLATION_HAUL_AWAY
  WHITE_GLOVE_DELIVERY_ROOM_OF_CHOICE_W_HAUL_AWAY
  ROOM_OF_CHOICE_DELIVERY_W_MOVE_TO_ANOTHER_ROOM
  ROOM_OF_CHOICE_DELIVERY_W_INSTALL_MOVE_TO_ANOTHER_ROOM GE_WG_DELIVERY SAMSUNG_WG_DELIVERY
  WAYFAIR_LARGE_APPLIANCES_DELIVERY WAYFAIR_OFF_THE_SHELF
`
  .trim()
  .split(/\s+/);

export interface Carrier {
  code: string;
  name: string;
}

/** Carriers that fetch parcels, and those that fetch freight (SCAC). */
export const PARCEL_CARRIERS: readonly Carrier[] = [
  { code: 'FDEG', name: 'FedEx Ground' },
  { code: 'UPSN', name: 'UPS' },
  { code: 'ONTRAC', name: 'OnTrac' },
];
export const FREIGHT_CARRIERS: readonly Carrier[] = [
  { code: 'EXLA', name: 'Estes Express Lines' },
  { code: 'ODFL', name: 'Old Dominion Freight Line' },
];

export function carrierName(code: string): string {
  const known = [...PARCEL_CARRIERS, ...FREIGHT_CARRIERS].find((carrier) => carrier.code === code);
  return known?.name ?? code;
}

/** A number in the carrier's own shape, unique per `serial`. */
export function trackingNumber(carrierCode: string, serial: number): string {
  if (carrierCode.startsWith('UPS')) return `1ZR8Y05703${String(serial).padStart(8, '0')}`;
  if (carrierCode === 'ONTRAC') return `D100${String(serial).padStart(11, '0')}`;
  return `7961${String(serial).padStart(8, '0')}`;
}

/** PRO number of a freight shipment: ten digits. */
export const proNumber = (serial: number) => `084${String(serial).padStart(7, '0')}`;

/** SSCC-18 of a carton: made-up prefix, serial, check digit. */
export function sscc(serial: number): string {
  const digits = `0860114${String(serial).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, d, i) => total + Number(d) * (i % 2 === 0 ? 3 : 1), 0);
  return digits + String((10 - (sum % 10)) % 10);
}
