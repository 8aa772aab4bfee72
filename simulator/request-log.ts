/** What was asked of the simulator: operations and answers, never headers or bodies. */
export interface LogEntry {
  seq: number;
  /** Simulator time, ISO. */
  at: string;
  method: string;
  path: string;
  environment: string;
  operations: readonly string[];
  poNumbers: readonly string[];
  clientId: string | null;
  /** HTTP status, or 0 when the line was cut. */
  status: number;
  faults: readonly string[];
  /** Texts of refused writes and GraphQL errors. */
  errors: readonly string[];
}

export interface RequestLog {
  add(entry: Omit<LogEntry, 'seq'>): void;
  entries(): readonly LogEntry[];
  clear(): void;
}

/** Keeps the newest `capacity` entries. */
export function createRequestLog(capacity = 10_000): RequestLog {
  let entries: LogEntry[] = [];
  let seq = 0;
  return {
    add(entry) {
      entries.push({ seq: ++seq, ...entry });
      if (entries.length > capacity * 1.2) entries = entries.slice(-capacity);
    },
    entries: () => entries.slice(-capacity),
    clear() {
      entries = [];
    },
  };
}
