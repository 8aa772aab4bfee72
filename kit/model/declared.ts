import type { ClockWork } from './clock-work.ts';
import type { EventKind } from './event.ts';
import type { ForeignSheet } from './foreign-sheet.ts';
import type { JobKind } from './job.ts';
import type { AnyLifecycle } from './lifecycle.ts';
import type { Numbers } from './numbers.ts';
import type { AnyResource } from './resource.ts';
import type { Settings } from './settings.ts';

/** All that model rooms declare. */
export interface Declared {
  /** Registers, documents and ledgers: what has a table of its own. */
  resources: readonly AnyResource[];
  /** Views and composites: what a query puts together. */
  views: readonly AnyResource[];
  lifecycles: readonly AnyLifecycle[];
  /** By which numbers lists are searched for many rows at once. */
  numbers: readonly Numbers[];
  /** Exports of other programs that imports read. */
  foreignSheets: readonly ForeignSheet[];
  events: readonly EventKind[];
  jobs: readonly JobKind[];
  /** What comes with the clock. */
  works: readonly ClockWork[];
  /** What tenants decide, a form each. */
  settings: readonly Settings[];
}

/**
 * Finds the declarations among the exports of model rooms, in their order. What a module declares
 * is what its `model/declared.ts` exports: both sides read it.
 */
export function gather(rooms: readonly object[]): Declared {
  const values = rooms.flatMap((room): unknown[] => Object.values(room));
  const of = <T>(...kinds: string[]): T[] => values.filter((value) => kinds.includes(kindOf(value))) as T[];
  const declared = of<AnyResource>('register', 'document', 'ledger', 'view');
  return {
    resources: declared.filter((one) => !isPutTogether(one)),
    views: declared.filter(isPutTogether),
    lifecycles: of('lifecycle'),
    numbers: of('numbers'),
    foreignSheets: of('foreignSheet'),
    events: of('event'),
    jobs: of('job'),
    works: of('clockWork'),
    settings: of('settings'),
  };
}

const isPutTogether = ({ kind, isComposite = false }: AnyResource): boolean => kind === 'view' || isComposite;

const kindOf = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'kind' in value ? String(value.kind) : '';
