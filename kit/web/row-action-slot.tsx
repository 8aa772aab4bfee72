import { useState, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { fetched } from '#ui/fetched.tsx';
import { usePage } from '#ui/page/page-context.ts';
import type { RowAction } from './lifecycle/row-action.ts';
import { usePermissions } from './session/access.ts';

/** Something that an upper module offers to do about a row of a lower one's list. */
export type SlotAction<R> = Offered<R> & (Opening<R> | Leading<R>);

interface Offered<R> {
  key: string;
  title: string;
  /** Who may. */
  permission: string;
  /** Whether it makes sense of this row. */
  isOffered: (row: R) => boolean;
}

interface Opening<R> {
  /** What opens: a drawer or a dialog. Its code is fetched when it is first asked for. */
  load: () => Promise<ComponentType<SlotActionProps<R>>>;
}

interface Leading<R> {
  /** The page where it is done. */
  path: (row: R) => string;
}

export interface SlotActionProps<R> {
  row: R;
  onClose: () => void;
}

/** A place for deeds in the rows of a list, filled once in app/web/pages.tsx. */
export interface RowActionSlot<R> {
  fill: (operation: SlotAction<R>, order?: number) => void;
  /** For a page: what stands in a row, and what is open. */
  useActions: () => { actionsOf: (row: R) => RowAction[]; opened: ReactNode };
}

type Filled<R> = SlotAction<R> & {
  order: number;
  Body: ComponentType<SlotActionProps<R>> | null;
};

/** Declares such a place: `export const orderRowActions = defineRowActionSlot<OrderRow>('orders.list.row')`. */
export function defineRowActionSlot<R>(name: string): RowActionSlot<R> {
  const operations: Filled<R>[] = [];
  return {
    fill(operation, order = 0) {
      operations.push({ ...operation, order, Body: 'load' in operation ? fetched(operation.load) : null });
      operations.sort((a, b) => a.order - b.order);
    },
    useActions() {
      const may = usePermissions();
      const page = usePage();
      const [open, setOpen] = useState<{ deed: Filled<R>; row: R } | null>(null);
      const close = (): void => setOpen(null);
      return {
        actionsOf: (row) =>
          operations
            .filter(({ permission, isOffered }) => may(permission) && isOffered(row))
            .map((deed) => ({
              key: deed.key,
              title: deed.title,
              onClick: () => ('path' in deed ? page.open(deed.path(row)) : setOpen({ deed, row })),
            })),
        opened: open?.deed.Body && (
          <ErrorBoundary where={`deed ${name}`} compact>
            <open.deed.Body row={open.row} onClose={close} />
          </ErrorBoundary>
        ),
      };
    },
  };
}
