import { fetched } from '#kit/web/index.ts';
import type { WarehouseChoiceProps } from './warehouse-choice.tsx';

/** Warehouses with what they have, in the dialog of 换仓. */
export const WarehouseChoice = fetched<WarehouseChoiceProps>(() =>
  import('./warehouse-choice.tsx').then((module) => module.WarehouseChoice),
);
