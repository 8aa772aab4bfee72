/** What the simulated wholesale supplier knows: its goods, what the demo buyer saved, prices, stock. */

export interface GigaItem {
  sku: string;
  name: string;
  category: string;
  /** Cents. */
  price: number;
  exclusive: number | null;
  /** A promotion; times as the supplier writes them. */
  discounted: { price: number; from: string; to: string } | null;
  /** From so many units on, cents. */
  tiers: readonly { min: number; max: number; price: number }[];
  shipping: number;
  /** Pounds and inches. */
  weight: number;
  size: readonly [number, number, number];
  banned: readonly { id: number; name: string }[];
  stock: readonly { warehouse: string; min: number; max: number }[];
  arrival: { begin: string; qty: number } | null;
  isAvailable: boolean;
  /** Stands on the buyer's list. */
  isListed: boolean;
  /** Whether the supplier answers about it: one may leave the list between two calls. */
  isSaved: boolean;
  addedAt: number;
  updatedAt: number;
}

export interface GigaState {
  items: GigaItem[];
  /** Nights that have passed: each brings new goods and other prices. */
  nights: number;
}

export const emptyGigaState = (): GigaState => ({ items: [], nights: 0 });
