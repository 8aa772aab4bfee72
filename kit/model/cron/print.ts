import { CRON_FIELDS, isEvery } from './cron.ts';
import type { Cron, CronField, CronItem } from './cron.ts';

/**
 * The expression in numbers, as Quartz reads it: seven fields, or six where every year counts and
 * the year is not asked for.
 */
export function printCron(cron: Cron, { withYear = true }: { withYear?: boolean } = {}): string {
  const fields = withYear || !isEvery(cron.year) ? CRON_FIELDS : CRON_FIELDS.slice(0, -1);
  return fields.map((field) => printCronField(cron[field])).join(' ');
}

/** One field of {@link printCron}. */
export function printCronField(rule: Cron[CronField]): string {
  switch (rule.kind) {
    case 'unset':
      return '?';
    case 'list':
      return rule.items.map(printItem).join(',');
    case 'last':
      return `L${rule.daysBefore > 0 ? `-${rule.daysBefore}` : ''}${rule.isWorkday ? 'W' : ''}`;
    case 'nearestWorkday':
      return `${rule.day}W`;
    case 'lastWeekday':
      return `${rule.weekday}L`;
    case 'nthWeekday':
      return `${rule.weekday}#${rule.nth}`;
  }
}

const printItem = ({ from, to, step }: CronItem): string =>
  `${from ?? '*'}${to === null ? '' : `-${to}`}${step === null ? '' : `/${step}`}`;
