import { CAPABILITIES, type Capability } from './capability.ts';
import type { Connection } from './port.ts';

type MethodsOf<C extends Capability> = (typeof CAPABILITIES)[C]['methods'][number];

/** A connection with the methods of a capability. */
export type Offering<C extends Capability> = Connection & Required<Pick<Connection, MethodsOf<C>>>;

/** Whether a connection has the methods of a capability. */
export const offers = <C extends Capability>(connection: Connection, capability: C): connection is Offering<C> =>
  CAPABILITIES[capability].methods.every((method) => connection[method] !== undefined);
