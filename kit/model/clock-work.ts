import type { Fields } from './field.ts';

/**
 * Work that comes with the clock, declared once in the model of the module that does it. The product's own
 * runs by itself; a tenant's is carried out by the schedules that the tenant makes of it.
 */
export interface ClockWork<F extends Fields = Fields> {
  readonly kind: 'clockWork';
  /** The name stored with each schedule and run: stays once there are any. */
  readonly name: string;
  /** What people read of it. */
  readonly title: string;
  /** What it does, in a sentence for those who make a schedule of it. */
  readonly about: string;
  /** What a schedule of it says beside its hours; null: the product runs it, nobody makes schedules of it. */
  readonly fields: F | null;
  /** Right that whoever makes a schedule of it holds: a schedule may no more than its maker. */
  readonly right?: string;
  /** A run that takes longer is cut off. */
  readonly timeoutSeconds: number;
}

/** Values of the fields of a work, as they are stored: optional ones null where they are left open. */
export type ParamsOf<W> =
  W extends ClockWork<infer F> ? { [K in keyof F]: F[K] extends { required: true } ? string : string | null } : never;

const TIMEOUT_SECONDS = 60;

/** Work that the product itself does every so often, for all tenants. */
export const defineOwnWork = (name: string, title: string, about: string): ClockWork => ({
  kind: 'clockWork',
  name,
  title,
  about,
  fields: null,
  timeoutSeconds: TIMEOUT_SECONDS,
});

/** Work that tenants make schedules of, each with its own parameters. */
export const defineTenantWork = <const F extends Fields>(
  name: string,
  title: string,
  work: { about: string; fields: F; right?: string; timeoutSeconds?: number },
): ClockWork<F> => ({ kind: 'clockWork', name, title, timeoutSeconds: TIMEOUT_SECONDS, ...work });
