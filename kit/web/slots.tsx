import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary } from '#ui/error-boundary.tsx';
import { fetched } from '#ui/fetched.tsx';

/** A place on a page of a lower module that upper modules fill. */
export interface Slot<P extends object> {
  readonly name: string;
  /** Stands in the page: shows all fills in order. */
  Outlet: ComponentType<P>;
  /** Fills it; done once in app/web/pages.tsx. The code is fetched when the slot is first shown. */
  fill: (load: () => Promise<ComponentType<P>>, order?: number) => void;
}

/**
 * Declares a slot: `export const orderDetailParts = defineSlot<{ order: OrderRow }>('orders.detail')`.
 * A fill that fails shows its error in its place; the page goes on.
 */
export function defineSlot<P extends object>(name: string): Slot<P> {
  const fills: { order: number; Body: ComponentType<P> }[] = [];
  return {
    name,
    fill(load, order = 0) {
      fills.push({ order, Body: fetched(load) });
      fills.sort((a, b) => a.order - b.order);
    },
    Outlet: function SlotOutlet(props: P): ReactNode {
      return fills.map(({ Body }, index) => (
        <ErrorBoundary key={index} where={`slot ${name}`} compact>
          <Body {...props} />
        </ErrorBoundary>
      ));
    },
  };
}
