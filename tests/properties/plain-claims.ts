/** What is asked for, and what was paid of it, the latest last; minor units. */
export interface PlainClaim {
  total: bigint;
  paid: { amount: bigint; isOffset: boolean }[];
  waived: bigint;
  ofSupplier: boolean;
}
