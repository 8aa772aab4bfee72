import { useState, type ComponentType, type ReactNode } from 'react';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { fetched } from '#ui/fetched.tsx';
import { usePage } from '#ui/page/page-context.ts';
import type { RowAction } from './lifecycle/row-action.ts';
import { usePermissions } from './session/access.ts';

/** Something that an upper module offers to do about a row of a lower one's list. */
export type RowDeed<R> = Offered<R> & (Opening<R> | Leading<R>);

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
  load: () => Promise<ComponentType<DeedProps<R>>>;
}

interface Leading<R> {
  /** The page where it is done. */
  path: (row: R) => string;
}

export interface DeedProps<R> {
  row: R;
  onClose: () => void;
}

/** A place for deeds in the rows of a list, filled once in app/web/pages.tsx. */
export interface RowDeeds<R> {
  fill: (deed: RowDeed<R>, order?: number) => void;
  /** For a page: what stands in a row, and what is open. */
  useDeeds: () => { actionsOf: (row: R) => RowAction[]; opened: ReactNode };
}

type Filled<R> = RowDeed<R> & {
  order: number;
  Body: ComponentType<DeedProps<R>> | null;
};

/** Declares such a place: `export const orderRowDeeds = defineRowDeeds<OrderRow>('orders.list.row')`. */
export function defineRowDeeds<R>(name: string): RowDeeds<R> {
  const deeds: Filled<R>[] = [];
  return {
    fill(deed, order = 0) {
      deeds.push({ ...deed, order, Body: 'load' in deed ? fetched(deed.load) : null });
      deeds.sort((a, b) => a.order - b.order);
    },
    useDeeds() {
      const may = usePermissions();
      const page = usePage();
      const [open, setOpen] = useState<{ deed: Filled<R>; row: R } | null>(null);
      const close = (): void => setOpen(null);
      return {
        actionsOf: (row) =>
          deeds
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
