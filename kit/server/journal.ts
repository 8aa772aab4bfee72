/** A move of a document, as its history shows it. */
interface StateEntry {
  resource: string;
  rowId: string;
  from: string | null;
  to: string;
  move: string;
  reason: string | null;
}

/** Who did what to which row, as the operation log shows it. */
interface OperationEntry {
  resource: string;
  rowId: string | null;
  action: string;
  diff: string | null;
}

/** Documents more or fewer in a state of a group's tab counter. */
interface CountEntry {
  resource: string;
  scope: string;
  state: string;
  n: number;
}

/**
 * What a transaction will be remembered by: history, operation log and tab counters. Nothing in
 * the transaction reads them, so they wait here and are written together just before the commit;
 * a transaction that fails leaves none of them.
 */
export class Journal {
  readonly states: StateEntry[] = [];
  readonly operations: OperationEntry[] = [];
  /** Resources with changed rows that neither history nor operation log will name. */
  readonly touched = new Set<string>();
  private readonly counts = new Map<string, CountEntry>();

  /** One document more (or fewer) in a state of a group's tab counter. */
  count(resource: string, scope: string, state: string, n: number): void {
    const key = `${resource} ${scope} ${state}`;
    const known = this.counts.get(key);
    if (known) known.n += n;
    else this.counts.set(key, { resource, scope, state, n });
  }

  /** Every resource whose rows have changed. */
  resources(): Set<string> {
    const named = [...this.states, ...this.operations, ...this.counts.values()];
    return new Set([...this.touched, ...named.map(({ resource }) => resource)]);
  }

  /**
   * Where a part begins that may be undone by itself.
   * @returns forgets what was noted since, also where it has been written meanwhile
   */
  mark(): () => void {
    const states = [...this.states];
    const actions = [...this.operations];
    const touched = [...this.touched];
    const counts = [...this.counts].map(([key, entry]) => [key, { ...entry }] as const);
    return () => {
      this.states.splice(0, Infinity, ...states);
      this.operations.splice(0, Infinity, ...actions);
      this.touched.clear();
      for (const resource of touched) this.touched.add(resource);
      this.counts.clear();
      for (const [key, entry] of counts) this.counts.set(key, entry);
    };
  }

  /** What was noted is written, or need not be: only which resources it was about is kept. */
  settle(): void {
    for (const resource of this.resources()) this.touched.add(resource);
    this.states.length = 0;
    this.operations.length = 0;
    this.counts.clear();
  }

  /** Tab counters that really change. */
  changes(): CountEntry[] {
    return [...this.counts.values()].filter(({ n }) => n !== 0);
  }
}
