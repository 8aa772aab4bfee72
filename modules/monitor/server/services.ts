import type { Database, Tx } from '#kit/server/database.ts';
import type { RedisProbe } from '#platform/redis/bus.ts';
import type { HttpTrace } from './http-trace.ts';
import type { NodeWatch } from './node-watch.ts';
import type { SlowStatements } from './slow-statements.ts';

/** What the operator hears, by bell and by mail. */
export interface OperatorNotice {
  title: string;
  /** A line each. */
  lines: readonly string[];
  /** Page of the console that says more. */
  page: string;
  id: string;
}

/** How those who run the installation are reached: the wiring knows whose right it takes. */
export interface OperatorBell {
  /** A transaction of the operator's tenant: what rings in it is committed with what it tells of. */
  within<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  ring(tx: Tx, notice: OperatorNotice): Promise<void>;
  /** Whether a mail reaches anybody here. */
  readonly hasMail: boolean;
}

/** What this process knows of itself. */
export interface NodeEyes {
  watch: NodeWatch;
  trace: HttpTrace;
  slow: SlowStatements;
  /** Absent: no Redis is set up. */
  redis?: RedisProbe;
}

export interface MonitorServices {
  db: Database;
  eyes: NodeEyes;
  bell: OperatorBell;
}
