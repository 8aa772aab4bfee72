import { CRON_BOUNDS, type CronField } from '#kit/model/cron/cron.ts';

const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** Every value of a unit with its name; weekdays from Sunday = 1. */
export function optionsOf(field: CronField): { value: number; label: string }[] {
  const { least, most } = CRON_BOUNDS[field];
  return Array.from({ length: most - least + 1 }, (_, index) => ({
    value: least + index,
    label: field === 'week' ? (WEEKDAYS[index] ?? '') : `${least + index}`,
  }));
}
