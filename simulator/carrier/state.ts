/** What the simulated carrier knows: labels it was paid for, parcels under way, later charges. */

export interface ParcelInput {
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  weightG: number;
}

export interface PlaceInput {
  name?: string;
  address1?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country?: string;
}

/** What becomes of a parcel beside the usual way. */
export type Fate = 'exception' | 'lost';

export interface CarrierParcel extends ParcelInput {
  trackingNumber: string;
  fate: Fate | null;
  /** When the fate struck; null: as the clock of the label says. */
  fateAt: number | null;
  /** An exception that has been solved by then. */
  resumedAt: number | null;
}

export interface CarrierLabel {
  id: string;
  /** The key of whoever bought it. */
  reference: string;
  clientId: string;
  service: string;
  /** Cents. */
  total: number;
  from: PlaceInput;
  to: PlaceInput;
  parcels: CarrierParcel[];
  boughtAt: number;
  /** Hours that everything happens later than usual. */
  lateHours: number;
  voidedAt: number | null;
  /** Its file cannot be read. */
  isDamaged?: boolean;
}

export interface CarrierCharge {
  id: string;
  labelId: string;
  /** Cents, negative where something is given back. */
  amount: number;
  reason: string;
  at: number;
}

export interface CarrierState {
  labels: CarrierLabel[];
  charges: CarrierCharge[];
  sequence: number;
}

export const emptyCarrierState = (): CarrierState => ({ labels: [], charges: [], sequence: 0 });

export const nextSerial = (state: CarrierState): number => (state.sequence += 1);
