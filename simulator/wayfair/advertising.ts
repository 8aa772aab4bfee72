/** Advertising over REST: a report is asked for, is made after a while, and lies in storage as a CSV. */
import { randomUUID } from 'node:crypto';
import { exchange, jsonAnswer, textAnswer } from '../exchange.ts';
import { createRandom, hashOf } from '../random.ts';
import { factsOf } from './call-facts.ts';
import { PREFIX } from './context.ts';
import { itemsOf } from './listing/items.ts';
import { storageUrl } from './storage-url.ts';
import { authenticate, clientIdOf } from './tokens.ts';
import type { FastifyInstance } from 'fastify';
import type { Answer } from '../exchange.ts';
import type { World } from '../world.ts';
import type { AdReport, EnvironmentName } from './state.ts';

const DAY = 86_400_000;
/** Days of one report at most [guess]. */
const MAX_DAYS = 366;

export function advertisingRoutes(app: FastifyInstance, world: World, environment: EnvironmentName): void {
  const path = `${PREFIX[environment]}/advertising/v1/reports`;
  const route = (method: 'POST' | 'GET', operation: string, handle: (given: unknown) => Answer): void => {
    app.route({
      method,
      url: path,
      async handler(request, reply) {
        const { authorization } = request.headers;
        const facts = {
          ...factsOf(request, environment, clientIdOf(world, authorization)),
          operations: [`advertising.${operation}`],
        };
        await exchange(world, request, reply, facts, async (faults) => {
          const client = authenticate(world, authorization, environment);
          if ('status' in client) return textAnswer(client.status, String(client.body));
          if (faults('permission-denied') !== undefined) return refusal(403, 'Forbidden');
          return handle(method === 'POST' ? request.body : request.query);
        });
        return reply;
      },
    });
  };
  route('POST', 'request', (body) => requestReport(world, environment, objectOf(body)));
  route('GET', 'status', (query) => reportStatus(world, environment, String(objectOf(query)['reportId'] ?? '')));
}

function requestReport(world: World, environment: EnvironmentName, body: Record<string, unknown>): Answer {
  const { reports } = world.environments[environment];
  const problem = problemOf(body);
  if (problem !== null) return refusal(400, problem);
  const filters = objectOf(body['filters']);
  const report: AdReport = {
    id: randomUUID(),
    name: String(body['name']),
    reportType: body['reportType'] === 'CAMPAIGN_REPORT' ? 'CAMPAIGN_REPORT' : 'LISTING_REPORT',
    groupBy: String(body['groupBy']),
    from: dayOf(filters['startDate']) ?? 0,
    to: dayOf(filters['endDate']) ?? 0,
    readyAt: world.clock.now() + world.settings.adReportMs,
  };
  reports.push(report);
  return { ...jsonAnswer(200, { id: report.id }), changed: true };
}

function reportStatus(world: World, environment: EnvironmentName, id: string): Answer {
  const now = world.clock.now();
  const report = world.environments[environment].reports.find((one) => one.id === id);
  if (report === undefined) return refusal(404, 'Report could not be found');
  const isReady = report.readyAt <= now;
  return jsonAnswer(200, {
    status: isReady ? 'COMPLETED' : 'IN_PROGRESS',
    url: isReady ? storageUrl({ world, environment, now }, 'reports', id) : null,
  });
}

const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  reportType: ['CAMPAIGN_REPORT', 'LISTING_REPORT'],
  // The simulator makes no workbooks.
  fileType: ['CSV'],
  attributionWindow: [14, 28, 56],
  groupBy: ['DAY', 'WEEK', 'MONTH', 'NONE'],
  program: ['WSP', 'WSS'],
};

function problemOf(body: Record<string, unknown>): string | null {
  const { name, filters } = body;
  if (typeof name !== 'string' || name.trim() === '' || name.length > 250) return 'name must have 1 to 250 characters';
  for (const [field, allowed] of Object.entries(CHOICES))
    if (!allowed.includes(body[field])) return `${field} must be one of ${allowed.join(', ')}`;
  if (body['supplierId'] == null) return 'supplierId is required';
  const { startDate, endDate } = objectOf(filters);
  const [from, to] = [dayOf(startDate), dayOf(endDate)];
  if (from === null || to === null) return 'startDate and endDate must be yyyy-MM-dd or yyyy-MM-dd HH:mm:ss';
  if (to < from) return 'endDate must not be before startDate';
  return (to - from) / DAY >= MAX_DAYS ? `A report covers at most ${MAX_DAYS} days` : null;
}

function dayOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/.test(value)) return null;
  const day = Date.parse(`${value.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(day) ? null : day;
}

const HEADERS = {
  CAMPAIGN_REPORT: ['Campaign ID', 'Campaign Name'],
  LISTING_REPORT: ['Campaign ID', 'Campaign Name', 'Listing ID', 'Supplier Part Number'],
} as const;
const FIGURES = ['Impressions', 'Clicks', 'Spend', 'Attributed Units', 'Attributed Sales'];

/** The file of a report that is ready; same report, same figures. Its columns are our guess. */
export function reportCsv(world: World, environment: EnvironmentName, id: string): string | null {
  const state = world.environments[environment];
  const report = state.reports.find((one) => one.id === id && one.readyAt <= world.clock.now());
  if (report === undefined) return null;
  const live = itemsOf(state.listings, environment, world.clock.now()).filter(({ status }) => status === 'LIVE');
  const names =
    report.reportType === 'CAMPAIGN_REPORT'
      ? CAMPAIGNS.map((name, i) => [`${7001 + i}`, name])
      : live.slice(0, 20).map(({ listingIds, partNumber }, i) => {
          const campaign = i % CAMPAIGNS.length;
          return [`${7001 + campaign}`, CAMPAIGNS[campaign] ?? '', listingIds[0] ?? '', partNumber];
        });
  const rows = periodsOf(report).flatMap((period) =>
    names.map((name) => [period, ...name, ...figuresOf(`${period} ${name.join(' ')}`)]),
  );
  return [['Date', ...HEADERS[report.reportType], ...FIGURES], ...rows]
    .map((row) => row.map(cell).join(','))
    .join('\r\n');
}

const CAMPAIGNS = ['Bedroom Always On', 'Living Room Spring', 'Clearance'];

/** First days of what the report is grouped by. */
function periodsOf({ groupBy, from, to }: AdReport): string[] {
  const periods: string[] = [];
  for (let at = from; at <= to;) {
    periods.push(new Date(at).toISOString().slice(0, 10));
    if (groupBy === 'NONE') break;
    const day = new Date(at);
    const nextMonth = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
    at = groupBy === 'MONTH' ? nextMonth : at + (groupBy === 'WEEK' ? 7 : 1) * DAY;
  }
  return periods;
}

function figuresOf(seed: string): string[] {
  const random = createRandom(hashOf(seed));
  const impressions = random.integer(200, 9000);
  const clicks = Math.floor((impressions * random.integer(2, 20)) / 1000);
  const units = Math.floor((clicks * random.integer(0, 60)) / 1000);
  return [
    String(impressions),
    String(clicks),
    ((clicks * random.integer(20, 90)) / 100).toFixed(2),
    String(units),
    (units * random.integer(60, 400)).toFixed(2),
  ];
}

const cell = (value: string): string => (/[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const refusal = (status: number, message: string): Answer => ({
  ...jsonAnswer(status, { message }),
  errors: [message],
});

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
