import {
  DEFAULT_PAGE_SIZE,
  LARGE_DEFAULT_PAGE_SIZE,
  LARGE_PAGE_SIZE_OPTIONS,
  PAGE_SIZE_OPTIONS,
} from '#kit/model/limits.ts';
import type { AnyResource } from '#kit/model/resource.ts';

/** How many rows a list page shows at first, and what else may be chosen. */
interface PageSizes {
  start: number;
  options: readonly number[];
}

const USUAL: PageSizes = { start: DEFAULT_PAGE_SIZE, options: PAGE_SIZE_OPTIONS };
/** A ledger is only ever read, and read down a long way (spec §9). */
const LARGE: PageSizes = { start: LARGE_DEFAULT_PAGE_SIZE, options: LARGE_PAGE_SIZE_OPTIONS };

export const pageSizesOf = ({ kind }: AnyResource): PageSizes =>
  kind === 'ledger' ? LARGE : USUAL;
