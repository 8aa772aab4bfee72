/** Where the process stands that gives each file of tests its product (console-host.ts). */
export interface HostReady {
  hostUrl: string;
  /** Its database server, for programs that want a database of their own. */
  cluster: string;
}

/** A product that nobody has used yet. */
export interface OpenedConsole {
  consoleUrl: string;
  simulatorUrl: string;
  /** Milliseconds by which its clock is ahead of the machine's. */
  ahead: number;
}

/** Tells the workers of {@link HostReady.hostUrl}. */
export const HOST_VARIABLE = 'WAYBILL_CONSOLE_HOST';
