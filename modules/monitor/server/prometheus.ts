import {
  FIGURES,
  isFigure,
  NODE_FIGURES,
  WHOLE,
  type FigureName,
  type Figures,
  type FigureUnit,
} from '../model/figures.ts';
import { liveFigures } from './sampler.ts';
import type { MonitorServices } from './services.ts';

/** Base units of the format, and what makes them of ours. */
const UNITS: Readonly<Record<FigureUnit, readonly [suffix: string, factor: number]>> = {
  bytes: ['_bytes', 1],
  percent: ['_ratio', 0.01],
  ms: ['_seconds', 0.001],
  seconds: ['_seconds', 1],
  count: ['', 1],
};

const nameOf = (figure: FigureName): string => {
  const snake = figure.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`).replace(/_ms$/, '');
  return `waybill_${snake}${UNITS[FIGURES[figure].unit][0]}`;
};

/**
 * All figures as text of Prometheus' exposition format: numbers with the node as their only label, so that nothing
 * of a tenant, a person or an address can stand in it.
 */
export async function prometheusText({ db, eyes }: Pick<MonitorServices, 'db' | 'eyes'>): Promise<string> {
  const node = label(eyes.watch.node.name);
  const live = await liveFigures(eyes);
  const whole = await db.platform(
    (tx) => tx.maybe<{ figures: Figures }>`
      select figures from monitor_sample where node = ${WHOLE} order by at desc limit 1`,
  );
  const { byClass, seconds } = eyes.trace.totals();
  const garbage = eyes.watch.garbage();
  return [
    ...gauges(live, (name) => Object.hasOwn(NODE_FIGURES, name), `{node="${node}"}`),
    // The same from every node: whoever collects takes the largest.
    ...gauges(whole?.figures ?? {}, (name) => !Object.hasOwn(NODE_FIGURES, name), ''),
    ...counter(
      'waybill_http_requests_total',
      'Answered requests',
      Object.entries(byClass).map(([kind, n]) => [`{node="${node}",class="${label(kind)}"}`, n]),
    ),
    ...counter('waybill_http_request_seconds_total', 'Time of answered requests', [[`{node="${node}"}`, seconds]]),
    ...counter('waybill_gc_pauses_total', 'Pauses for garbage', [[`{node="${node}"}`, garbage.count]]),
    ...counter('waybill_gc_pause_seconds_total', 'Time of pauses for garbage', [
      [`{node="${node}"}`, garbage.ms / 1000],
    ]),
    '',
  ].join('\n');
}

const gauges = (figures: Figures, isOurs: (name: FigureName) => boolean, labels: string): string[] =>
  Object.entries(figures).flatMap(([name, value]) => {
    if (!isFigure(name) || !isOurs(name) || typeof value !== 'number') return [];
    const [, factor] = UNITS[FIGURES[name].unit];
    return [`# TYPE ${nameOf(name)} gauge`, `${nameOf(name)}${labels} ${Number((value * factor).toPrecision(12))}`];
  });

const counter = (
  name: string,
  help: string,
  lines: readonly (readonly [labels: string, value: number])[],
): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} counter`,
  ...lines.map(([labels, value]) => `${name}${labels} ${Number(value.toPrecision(12))}`),
];

const label = (text: string): string => text.replace(/[\\"\n]/g, '_');
