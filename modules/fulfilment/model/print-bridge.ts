/**
 * The local print bridge: a small program beside the browser that prints without a dialog. Its
 * protocol is docs/print-bridge.md; tools/print-bridge.ts is the reference.
 */

/** Where a bridge may be: on this machine alone, so that the console's policy can name it. */
export const BRIDGE_ORIGINS = ['http://127.0.0.1:*'] as const;

export const DEFAULT_BRIDGE = 'http://127.0.0.1:9411';

export const BRIDGE_NAME = 'waybill-print-bridge';
export const BRIDGE_VERSION = 1;

export interface BridgeHello {
  name: string;
  version: number;
}

export interface BridgePrinter {
  id: string;
  name: string;
  /** gone: known, and not to be reached now. */
  status: 'ready' | 'gone';
  isDefault: boolean;
}

/** unknown: it ended while it printed; whether paper came out only a person can see. */
export type BridgeJobStatus = 'printing' | 'done' | 'failed' | 'unknown';

export interface BridgeJob {
  id: string;
  printer: string;
  status: BridgeJobStatus;
  /** Why it failed, for people. */
  error: string | null;
}

/** Whether an address is one of this machine: `http://127.0.0.1:<port>`. */
export const isBridgeAddress = (address: string): boolean => /^http:\/\/127\.0\.0\.1:\d{2,5}$/.test(address);

/** Letters, digits and dashes: it becomes the name of a file. */
export const isJobId = (id: string): boolean => /^[A-Za-z0-9-]{8,120}$/.test(id);
