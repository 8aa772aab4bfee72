import type { Mask, RowLimit } from '#kit/model/scope.ts';

declare module '#kit/model/scope.ts' {
  interface RowLimits {
    shops: true;
    warehouses: true;
  }
  interface FieldMasks {
    cost: true;
    profit: true;
    pii: true;
  }
}

/** What people of a tenant may be limited to. */
export const ROW_LIMITS: readonly RowLimit[] = ['shops', 'warehouses'];

/** What may be hidden of rows, each by the right `field:<mask>:view`. */
export const MASKS: readonly Mask[] = ['cost', 'profit', 'pii'];

/** Hides values that are encrypted at rest. */
export const SEALED_MASK: Mask = 'pii';
