import { moneyText } from '#kit/model/currency.ts';
import { percentText } from '#kit/model/decimal-text.ts';
import type { Field, Fields } from '#kit/model/field.ts';
import { invalid, staleVersion, type FieldError } from '#kit/model/refusal.ts';
import type { ResultOf } from '#kit/model/route.ts';
import type { FieldRow } from '#kit/model/row.ts';
import { hasAmounts, type Settings, type SettingsChange } from '#kit/model/settings.ts';
import { toWireTime } from '#kit/model/time.ts';
import { placeOf } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { serverKinds } from '#kit/server/kinds.ts';
import { readFields } from '#kit/server/parse.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { lockSettings, storedSettings, storeSettings, type StoredSettings } from '#kit/server/settings.ts';
import { noteSettings } from './binding-settings.ts';

const SHOWN_CHANGES = 20;

interface ServedSettings<F extends Fields> {
  /** Currency of its amounts. */
  currencyOf?: (tx: Tx) => Promise<string>;
  /** Values that the installation decides where the tenant has not. */
  defaultsOf?: (tx: Tx) => Partial<FieldRow<F>>;
  /** What its fields do not judge by themselves. */
  faults?: (values: Partial<FieldRow<F>>) => readonly FieldError[];
}

type AnswerOf<F extends Fields> = ResultOf<Settings<F>['read']>;
type Place<F extends Fields> = ServedSettings<F> & { settings: Settings<F> };

/** The two routes of a form of settings: reading it with its latest changes, and saving it as a whole. */
export function settingsRoutes<F extends Fields>(settings: Settings<F>, options: ServedSettings<F> = {}): Route[] {
  const place = { settings, ...options };
  return [
    implement(settings.read, (call) => call.tx((tx) => asWire(tx, place))),
    implement(settings.save, async (call) => {
      await call.tx((tx) => save(tx, place, call.body as Record<string, unknown>));
      // The log has the change once its transaction has ended.
      return answer('编辑成功!', await call.tx((tx) => asWire(tx, place)));
    }),
  ];
}

/** What is not hidden from the actor. */
function fieldsFor<F extends Fields>(tx: Tx, { fields, hidden }: Settings<F>): Fields {
  const isHidden = (key: string): boolean => {
    const by = hidden[key];
    return by !== undefined && maskedFields(by.resource, tx.actor).has(by.field);
  };
  return Object.fromEntries(Object.entries(fields as Fields).filter(([key]) => !isHidden(key)));
}

const currencyFor = async <F extends Fields>(tx: Tx, { settings, currencyOf }: Place<F>): Promise<string | undefined> =>
  hasAmounts(settings) ? currencyOf?.(tx) : undefined;

async function asWire<F extends Fields>(tx: Tx, place: Place<F>): Promise<AnswerOf<F>> {
  const { values, version, updateBy, updateTime } = await storedHere(tx, place);
  const currency = await currencyFor(tx, place);
  const fields = fieldsFor(tx, place.settings);
  const { zone } = tx.actor;
  const context = { zone, ...(currency === undefined ? {} : { currency }) };
  const shown = Object.entries(fields).map(([key, { kind }]) => {
    const value = (values as Readonly<Record<string, unknown>>)[key] ?? null;
    return [key, value === null ? null : serverKinds[kind].toWire(value, context)] as const;
  });
  return {
    ...Object.fromEntries(shown),
    ...(currency === undefined ? {} : { currency }),
    version,
    updateBy,
    updateTime: updateTime ? toWireTime(updateTime, zone) : null,
    changes: await changesSeen(tx, place.settings.name, fields),
  } as AnswerOf<F>;
}

const storedHere = <F extends Fields>(tx: Tx, { settings, defaultsOf }: Place<F>): Promise<StoredSettings<F>> =>
  storedSettings(tx, { ...settings, defaults: { ...settings.defaults, ...defaultsOf?.(tx) } });

/** The latest changes of those fields, from the log. */
async function changesSeen(tx: Tx, name: string, fields: Fields): Promise<SettingsChange[]> {
  const rows = await tx.rows<{ at: Date; by: string; diff: Readonly<Record<string, readonly [string, string]>> }>`
    select at, actor_name as by, diff from audit_log
    where tenant_id = ${tx.tenant} and resource = ${name} and diff is not null
    order by at desc, id desc limit ${SHOWN_CHANGES}`;
  return rows.flatMap(({ at, by, diff }) => {
    const changed = Object.entries(fields).flatMap(([key, { title }]) => {
      const change = diff[key];
      return change ? [{ title, from: change[0], to: change[1] }] : [];
    });
    return changed.length > 0 ? [{ at: toWireTime(at, tx.actor.zone), by, fields: changed }] : [];
  });
}

/** The whole form at once; who saves what somebody else has changed meanwhile hears so. */
async function save<F extends Fields>(tx: Tx, place: Place<F>, body: Record<string, unknown>): Promise<void> {
  const { settings, faults } = place;
  const currency = await currencyFor(tx, place);
  await lockSettings(tx, settings);
  const { values: before, version } = await storedHere(tx, place);
  if (Number(body['version']) !== version) throw staleVersion();
  const { values, errors } = readFields(fieldsFor(tx, settings), { ...body, currency }, placeOf(tx.actor));
  errors.push(...(faults?.(values as Partial<FieldRow<F>>) ?? []));
  if (errors.length > 0) throw invalid(errors);
  const next = { ...before, ...values };
  await storeSettings(tx, settings, next);
  await noteSettings(tx, settings, before, next);
  const diff = changesOf(settings.fields, { before, next, currency });
  if (Object.keys(diff).length > 0) audit(tx, settings.name, [{ rowId: null, action: 'edit', diff }]);
}

interface Change {
  before: Readonly<Record<string, unknown>>;
  next: Readonly<Record<string, unknown>>;
  currency: string | undefined;
}

/** `[before, after]` by key, as people read it. */
const changesOf = (fields: Fields, { before, next, currency = '' }: Change): Record<string, [string, string]> =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([key, field]): [string, [string, string]] => [
        key,
        [valueText(field, before[key], currency), valueText(field, next[key], currency)],
      ])
      .filter(([, [from, to]]) => from !== to),
  );

function valueText({ kind, percent }: Field, value: unknown, currency: string): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return moneyText(value as bigint, currency);
  if (kind === 'rate') return percent ? percentText(String(value)) : String(Number(value));
  return String(value);
}
