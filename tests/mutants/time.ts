import { faultsIn, type Mutant } from './mutant.ts';

const RETRIES = ['tests/queue/retries'];
const LEASES = ['tests/queue/leases'];
const CRON = ['kit/model/cron/quartz-cases', 'kit/model/cron/next-runs', 'kit/model/cron/parse'];

/** Faults in days, deadlines, schedules, retries and rates. */
export const TIME_MUTANTS: readonly Mutant[] = [
  ...faultsIn(
    'time',
    'kit/model/time.ts',
    ['kit/model/time.test'],
    [
      ["day.format('HH:mm') >= calendar", "day.format('HH:mm') > calendar"],
      ['moment.day() === 0 ? 7 : moment.day()', 'moment.day()'],
      ['!calendar.holidays.includes(date)', 'true'],
      ['if (isWorkday(day)) left--;', 'left--;'],
      ['dayjs(arrivedAt).tz(zone)', 'dayjs(arrivedAt).utc()'],
      ['`${day} 23:59:59`', '`${day} 00:00:00`'],
      ['const QUARTER_HOUR = 900_000;', 'const QUARTER_HOUR = 86_400_000;'],
      ['.slice(0, DAY_LENGTH)', '.slice(0, 7)'],
    ],
  ),
  ...faultsIn(
    'time',
    'kit/model/time.ts',
    ['tests/contract/days'],
    [
      ['return toWireTime(instant, zone).slice(0, 10);', 'return value.trim().slice(0, 10);'],
      ['LOCAL.exec(text)?.[1] ?? text', 'text'],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/fulfilment/model/ship-day.ts',
    ['modules/fulfilment/model/ship-day'],
    [
      ['const EARLY_DAYS = 1;', 'const EARLY_DAYS = 0;'],
      ['const PAST_DAYS = 10;', 'const PAST_DAYS = 11;'],
      ['const AHEAD_DAYS = 1;', 'const AHEAD_DAYS = 2;'],
      ['day < first || day > last', 'day > last'],
      ['if (day === today) return now;', ''],
      ['day < today ? endOfDay(day, zone) : startOfDay(day, zone)', 'startOfDay(day, zone)'],
      ['age > PAST_DAYS * DAY_MS || ', ''],
      ['age < -AHEAD_DAYS * DAY_MS', 'false'],
      ['addDays(dayIn(pickup, zone), -EARLY_DAYS)', 'addDays(pickup.toISOString().slice(0, 10), -EARLY_DAYS)'],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/orders/model/accept-deadline.ts',
    ['modules/orders/model/accept-deadline'],
    [
      ['Math.floor(hours / DAY_HOURS)', 'Math.ceil(hours / DAY_HOURS)'],
      ['hours >= DAY_HOURS', 'hours > DAY_HOURS'],
      ['if (due <= firstEnd) return due;', 'return due;'],
      ['isSameDay ? orderedAt : startOfDay(firstEnd, zone)', 'orderedAt'],
      [' - 1000;', ';'],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/system/server/sign-in-limits.ts',
    ['modules/system/server/login.test'],
    [
      ["kind: 'pair', windowMs: WINDOW_MS, closedAfter: 5 }", "kind: 'pair', windowMs: WINDOW_MS, closedAfter: 6 }"],
      ['windowMs: DAY_MS, closedAfter: 8 }', 'windowMs: DAY_MS, closedAfter: 80 }'],
      ['closedAfter: 20 }', 'closedAfter: 200 }'],
      ['if (isKnown) return [pair];', ''],
      ['pauseAfter(hits - limit.closedAfter)', 'pauseAfter(0)'],
      ['now - row.windowStart.getTime() >= limit.windowMs', 'false'],
      ['export const KNOWN_MS = 30 * DAY_MS;', 'export const KNOWN_MS = 300 * DAY_MS;'],
      ['if (limit === PAIR) return true;', ''],
      ["await forgetAttempts(tx, { kind: 'account', subject: account });\n  await", 'await'],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/system/server/session-tokens.ts',
    ['modules/system/server/session.test', 'modules/system/server/session-switches.test'],
    [
      ['const GRACE_MS = 60_000;', 'const GRACE_MS = 0;'],
      ['const GRACE_MS = 60_000;', 'const GRACE_MS = 600_000;'],
      ['s.previous_until is null or s.previous_until > ${now}::timestamptz', 's.previous_until is null'],
      ['(s.previous_until is null or s.previous_until > ${now}::timestamptz)', 'true'],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/system/server/sessions.ts',
    ['modules/system/server/session.test', 'modules/system/server/session-switches.test'],
    [
      ['or (s.previous_hash = ${hash}::bytea and s.previous_until is null))', 'or s.previous_hash = ${hash}::bytea)'],
      ['if (known.isUnused && !isPicture)', 'if (known.isUnused)'],
      ['else s.token_hash end,', 'else ${digest(next)}::bytea end,'],
      ['sql`not coalesce(${heldBy(stored, clock())}, false)`', 'sql`s.token_hash <> ${stored}::bytea`'],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/system/server/read-session.ts',
    ['modules/system/server/session.test'],
    [['and s.expires_at > ${now}::timestamptz', '']],
  ),
  ...faultsIn('time', 'kit/server/carry-out.ts', RETRIES, [
    ['FIRST_REST_MS * 2 ** (attempt - 1)', 'FIRST_REST_MS'],
    ['(0.75 + random() / 2)', '1'],
    ['(options.backoffMs ?? exponential)(rests)', '0'],
    ['const GIVE_UP_AT = 8;', 'const GIVE_UP_AT = 9;'],
    ['isFault && isLastAttempt', 'isLastAttempt'],
    ['attempts = attempts - ${spared}', 'attempts = attempts'],
    ['now.getTime() + ms + behind', 'now.getTime() + ms + 0'],
    ['if (given > 0) await options.onDead?.(tx, row, message);', ''],
    ['error instanceof Dead || ', ''],
    ['isDatabase = isSessionLost(error)', 'isDatabase = false'],
  ]),
  ...faultsIn('time', 'kit/server/carry-out.ts', LEASES, [
    ['if (done === 0) throw new LeaseLost();', ''],
    ['(options.leaseSeconds * 1000) / 3', 'options.leaseSeconds * 3000'],
  ]),
  ...faultsIn('time', 'kit/server/deliveries.ts', LEASES, [['if (noted === 0) throw new LeaseLost();', '']]),
  ...faultsIn(
    'time',
    'modules/orders/server/open-orders.ts',
    ['tests/channels/reread'],
    [
      ['order by channel_read_at nulls first, id', 'order by id'],
      ['(channel_read_at is null or channel_read_at < ${since})', '(channel_read_at < ${since})'],
      ["const NOTED_FOR = '1 hour';", "const NOTED_FOR = '7 hours';"],
    ],
  ),
  ...faultsIn(
    'time',
    'modules/channels/server/reread-orders.ts',
    ['tests/channels/reread'],
    [['await noteLookedUp(tx, accountId, numbers);', '']],
  ),
  ...faultsIn(
    'time',
    'kit/server/rate-limit.ts',
    ['tests/queue/shared-rate'],
    [
      ['if (waitMs > maxWaitMs)', 'if (waitMs >= maxWaitMs)'],
      ['greatest(b.closed_until, excluded.closed_until)', 'excluded.closed_until'],
      ['row.closedUntil?.getTime() ?? 0', '0'],
      ['delayOf(bucket, rate, now, reserve)', 'delayOf(bucket, rate, now)'],
      ['  spend(bucket, rate, now);\n', ''],
    ],
  ),
  ...faultsIn(
    'time',
    'kit/server/throttle.ts',
    ['kit/server/throttle.test'],
    [
      ['Math.max(bucket.fullAt, now) + 1000', 'bucket.fullAt + 1000'],
      ['Math.max(bucket.closedUntil, now() + ms)', 'now() + ms'],
      ['bucket.closedUntil + emptyMs)', 'bucket.closedUntil)'],
      ['if (delay > maxWaitMs) return delay;', ''],
      ['if (now() + closedMs > giveUpAt) return Math.ceil(closedMs);', ''],
    ],
  ),
  ...faultsIn('time', 'kit/model/cron/days-in-month.ts', CRON, [
    ['date === 1 ? 3 : date - 1', 'date - 1'],
    ['date === count ? date - 2 : date + 1', 'date + 1'],
    ['count - day.daysBefore', 'count'],
    ['slice(week.nth - 1, week.nth)', 'slice(week.nth, week.nth + 1)'],
    ['.slice(-1)', '.slice(0, 1)'],
  ]),
  ...faultsIn('time', 'kit/model/cron/cron.ts', CRON, [
    ['end < start ? end + count : end', 'end'],
    ['from === null || step !== null ? most : start', 'from === null ? most : start'],
  ]),
  ...faultsIn('time', 'kit/model/cron/next-runs.ts', CRON, [
    ['(Math.floor(after.getTime() / SECOND) + 1) * SECOND', 'after.getTime()'],
    ['isRepeated ? first : Math.min(first, last)', 'first'],
    ['if (day + time >= stretch.to) break;', ''],
  ]),
  ...faultsIn('time', 'kit/model/cron/parse.ts', CRON, [
    ['value < least || value > most', 'value > most'],
    ['step < 1 || step > mostStep', 'step > mostStep'],
    ["(cron.day.kind === 'unset') === (cron.week.kind === 'unset')", 'false'],
  ]),
];
