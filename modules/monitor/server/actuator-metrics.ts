import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import type { Figures } from '../model/figures.ts';
import type { NodeEyes } from './services.ts';

type Statistic = 'VALUE' | 'COUNT' | 'TOTAL_TIME' | 'MAX';

/** One metric as a monitor of the base reads it. */
export interface Metric {
  name: string;
  description: string;
  baseUnit: string | null;
  measurements: { statistic: Statistic; value: number }[];
  availableTags: never[];
}

interface Named {
  description: string;
  baseUnit: string | null;
  read: (seen: Seen) => readonly (readonly [Statistic, number])[];
}

interface Seen {
  figures: Figures;
  eyes: NodeEyes;
}

const of = (description: string, baseUnit: string | null, read: (seen: Seen) => number | null | undefined): Named => ({
  description,
  baseUnit,
  read: (seen) => [['VALUE', read(seen) ?? 0]],
});

const timed = (
  description: string,
  read: (seen: Seen) => readonly [times: number, seconds: number, most: number],
): Named => ({
  description,
  baseUnit: 'seconds',
  read: (seen) => {
    const [times, seconds, most] = read(seen);
    return [
      ['COUNT', times],
      ['TOTAL_TIME', seconds],
      ['MAX', most],
    ];
  },
});

const oldSpace = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === 'old_space')?.space_used_size ?? 0;
const figureOf =
  (name: keyof Figures) =>
  ({ figures }: Seen) =>
    figures[name];
const answered = ({ eyes }: Seen) => {
  const { byClass, seconds, slowestMs } = eyes.trace.totals();
  return [Object.values(byClass).reduce((sum, one) => sum + one, 0), seconds, slowestMs / 1000] as const;
};
const faults = ({ eyes }: Seen) => eyes.trace.totals().byClass['5xx'];
/** Threads of the pool that files and names are read by. */
const POOL_THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);

/**
 * What a console of the base asks for by the names of a Java machine, answered by what is nearest to it here: the
 * heap for its memory, handles of the event loop for threads, connections for the sessions of its HTTP server.
 */
export const ACTUATOR_METRICS: Readonly<Record<string, Named>> = {
  'jvm.memory.max': of('Heap limit', 'bytes', figureOf('heapLimit')),
  'jvm.memory.committed': of('Heap requested from the system', 'bytes', figureOf('heapTotal')),
  'jvm.memory.used': of('Heap in use', 'bytes', figureOf('heapUsed')),
  'jvm.buffer.memory.used': of('Memory of buffers outside the heap', 'bytes', figureOf('buffers')),
  'jvm.buffer.count': of('Handles that the event loop waits for', 'buffers', figureOf('handles')),
  'jvm.threads.live': of('Handles that the event loop waits for', 'threads', figureOf('handles')),
  'jvm.threads.peak': of(
    'Most connections at once since the start',
    'threads',
    ({ eyes }) => eyes.trace.connections().most,
  ),
  'jvm.threads.daemon': of('Threads of the pool for files and names', 'threads', () => POOL_THREADS),
  'jvm.classes.loaded': of('Contexts of the engine', 'classes', () => getHeapStatistics().number_of_native_contexts),
  'jvm.classes.unloaded': of(
    'Contexts left to the collector',
    'classes',
    () => getHeapStatistics().number_of_detached_contexts,
  ),
  'jvm.gc.memory.allocated': of('Memory obtained by the engine', 'bytes', () => getHeapStatistics().malloced_memory),
  'jvm.gc.memory.promoted': of('Objects that lived long', 'bytes', oldSpace),
  'jvm.gc.max.data.size': of('Heap limit', 'bytes', figureOf('heapLimit')),
  'jvm.gc.live.data.size': of('Objects that lived long', 'bytes', oldSpace),
  'jvm.gc.pause': timed('Pauses for garbage since the start', ({ eyes }) => {
    const { count, ms, maxMs } = eyes.watch.garbage();
    return [count, ms / 1000, maxMs / 1000];
  }),
  'system.cpu.count': of('Processors', null, ({ eyes }) => Number(eyes.watch.facts['cores'])),
  'system.cpu.usage': of(
    'Processors of the machine in use, 0 to 1',
    null,
    ({ figures }) => (figures.systemCpu ?? 0) / 100,
  ),
  'process.cpu.usage': of('Processors in use by this process, 0 to 1', null, ({ figures }) => (figures.cpu ?? 0) / 100),
  'process.start.time': of(
    'Start, in seconds since 1970',
    'seconds',
    ({ eyes }) => eyes.watch.node.startedAt.getTime() / 1000,
  ),
  'process.uptime': of('Seconds since the start', 'seconds', () => process.uptime()),
  'tomcat.sessions.created': of(
    'Connections since the start',
    'sessions',
    ({ eyes }) => eyes.trace.connections().opened,
  ),
  'tomcat.sessions.expired': of(
    'Connections that have ended',
    'sessions',
    ({ eyes }) => eyes.trace.connections().closed,
  ),
  'tomcat.sessions.active.current': of('Open connections', 'sessions', ({ eyes }) => eyes.trace.connections().open),
  'tomcat.sessions.active.max': of('Most connections at once', 'sessions', ({ eyes }) => eyes.trace.connections().most),
  'tomcat.sessions.rejected': of(
    'Requests turned away (429, 503)',
    'sessions',
    ({ eyes }) => eyes.trace.totals().rejected,
  ),
  'tomcat.threads.busy': of('Sessions of the database in use', 'threads', figureOf('poolBusy')),
  'tomcat.threads.current': of('Sessions of the database', 'threads', figureOf('poolOpen')),
  'tomcat.global.request': timed('Requests since the start', answered),
  'tomcat.global.error': of('Answers of 500 and more', 'errors', faults),
  'tomcat.servlet.request': timed('Requests since the start', answered),
  'tomcat.servlet.error': of('Answers of 500 and more', 'errors', faults),
};

/** A metric by the name that a client of the base gives it; null for any other. */
export function actuatorMetric(name: string, seen: Seen): Metric | null {
  const named = Object.hasOwn(ACTUATOR_METRICS, name) ? ACTUATOR_METRICS[name] : undefined;
  if (!named) return null;
  const { description, baseUnit, read } = named;
  const measurements = read(seen).map(([statistic, value]) => ({ statistic, value }));
  return { name, description, baseUnit, measurements, availableTags: [] };
}
