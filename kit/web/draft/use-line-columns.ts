import { useEffect, useMemo, useRef } from 'react';
import type { DraftShape } from '#kit/model/draft-shape.ts';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import { usePermissions } from '../session/access.ts';
import { draftColumns, maskedKeys } from './draft-columns.ts';
import type { DraftSlots } from './draft-slots.ts';

interface LineColumns {
  /** Keys that this user does not see. */
  hidden: ReadonlySet<string>;
  columns: readonly GridColumn[];
  /** Keys of those that are typed and sent. */
  keys: readonly string[];
}

/**
 * The columns of the lines of a draft. They stay while their grid stands; prices are in the currency
 * that the head names at the time.
 */
export function useLineColumns(
  shape: DraftShape,
  { columns: extended }: DraftSlots,
  head: Readonly<Record<string, unknown>>,
): LineColumns {
  const may = usePermissions();
  const currency = useRef<unknown>(head['currency']);
  useEffect(() => {
    currency.current = head['currency'];
  });
  return useMemo(() => {
    const hidden = maskedKeys(shape.child, may);
    const current = (): string | undefined => (typeof currency.current === 'string' ? currency.current : undefined);
    const typed = draftColumns(shape, hidden, 'currency' in shape.head ? current : undefined);
    return {
      hidden,
      columns: extended ? extended(typed) : typed,
      keys: typed.map(({ key }) => key),
    };
  }, [shape, extended, may]);
}
