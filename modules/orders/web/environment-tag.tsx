import type { ReactNode } from 'react';
import { ApartTag } from '#kit/web/index.ts';
import { SANDBOX_HINT, salesOrder } from '../model/order.ts';

/** Marks what a sandbox shop tries out; real sales carry no mark. */
export const EnvironmentTag = ({ environment }: { environment: unknown }): ReactNode => (
  <ApartTag of={salesOrder} row={{ environment }} hint={SANDBOX_HINT} />
);
