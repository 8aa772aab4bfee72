import { exponentOf, moneyText } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { invalid, staleVersion, type FieldError } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { placeOf } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { readFields } from '#kit/server/parse.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { answer, implement, type Route } from '#kit/server/route.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { bindingSettings, noteSettings, type BindingSettings, type Controls } from '#modules/system/server/index.ts';
import { costBoundOf, setCostBound } from '#modules/inventory/server/index.ts';
import { mailWordUnknown, toleranceTooWide } from '../model/errors.ts';
import { purchaseOrder } from '../model/purchase-order.ts';
import {
  MOST_BEYOND_PERCENT,
  MOST_TOLERANCE_PERCENT,
  PURCHASE_DEFAULTS,
  purchaseSettings,
  readSettingsRoute,
  saveSettingsRoute,
  unknownWords,
  type PurchaseSettings,
  type SettingsChange,
  type WireSettings,
} from '../model/purchase-settings.ts';

const RESOURCE = 'purchasing:purchaseSettings';

interface Stored extends PurchaseSettings {
  version: number;
  updateBy: string | null;
  updateTime: Date | null;
}

const NOBODY_DECIDED: Stored = {
  ...PURCHASE_DEFAULTS,
  version: 0,
  updateBy: null,
  updateTime: null,
};

const stored = async (tx: Tx): Promise<Stored> => ({
  ...((await tx.maybe<Omit<Stored, 'costBound'>>`
    select approval_limit, approval_hours, trim_scale(price_tolerance)::text as price_tolerance,
      qty_tolerance, trim_scale(receive_tolerance)::text as receive_tolerance, trim_scale(tax_limit)::text as tax_limit,
      trim_scale(tax_tolerance)::text as tax_tolerance, lead_days, learned_receipts, mail_subject, mail_text, version, update_by, update_time
    from purchase_setting where tenant_id = ${tx.tenant}`) ?? NOBODY_DECIDED),
  costBound: await costBoundOf(tx),
});

/** What the tenant has decided about buying. */
export const settingsOf = (tx: Tx): Promise<PurchaseSettings> => stored(tx);

const CONTROLS: Controls<PurchaseSettings> = {
  of: RESOURCE,
  stricter: {
    approvalLimit: 'lower',
    approvalHours: 'higher',
    priceTolerance: 'lower',
    qtyTolerance: 'lower',
    receiveTolerance: 'lower',
    taxLimit: 'lower',
    taxTolerance: 'lower',
  },
};

/** The same as they bind the actor in what they do. */
export const limitsOf = async (tx: Tx): Promise<BindingSettings<PurchaseSettings>> =>
  bindingSettings(tx, CONTROLS, await settingsOf(tx));

export const settingsRoutes: Route[] = [
  implement(readSettingsRoute, (call) => call.tx(asWire)),
  implement(saveSettingsRoute, async (call) => {
    await call.tx((tx) => save(tx, call.body));
    // The log has the change once its transaction has ended.
    return answer('编辑成功!', await call.tx(asWire));
  }),
];

const hidesLimit = (tx: Tx): boolean => maskedFields(purchaseOrder, tx.actor).has('total');

async function asWire(tx: Tx): Promise<WireSettings> {
  const { approvalLimit, ...settings } = await stored(tx);
  const currency = await baseCurrency(tx);
  return {
    ...settings,
    ...(hidesLimit(tx) ? {} : { approvalLimit: formatDecimal(approvalLimit, exponentOf(currency)) }),
    currency,
    updateTime: settings.updateTime ? toWireTime(settings.updateTime, tx.actor.zone) : null,
    changes: await changesSeen(tx),
  };
}

/** What may differ unseen at most, in percent. */
const TOLERANCES = {
  priceTolerance: MOST_TOLERANCE_PERCENT,
  taxTolerance: MOST_TOLERANCE_PERCENT,
  receiveTolerance: MOST_BEYOND_PERCENT,
} as const;
const SHOWN_CHANGES = 20;
const SETTINGS = Object.keys(purchaseSettings) as (keyof PurchaseSettings)[];

/** The latest changes, without the limit for whoever may not see what orders come to. */
async function changesSeen(tx: Tx): Promise<SettingsChange[]> {
  const rows = await tx.rows<{
    at: Date;
    by: string;
    diff: Partial<Record<string, [string, string]>>;
  }>`
    select at, actor_name as by, diff from audit_log
    where tenant_id = ${tx.tenant} and resource = ${RESOURCE} and diff is not null
    order by at desc, id desc limit ${SHOWN_CHANGES}`;
  return rows.flatMap(({ at, by, diff }) => {
    const fields = SETTINGS.flatMap((key) => {
      const change = diff[key];
      if (!change || (key === 'approvalLimit' && hidesLimit(tx))) return [];
      return [{ title: purchaseSettings[key].title, from: change[0], to: change[1] }];
    });
    return fields.length > 0 ? [{ at: toWireTime(at, tx.actor.zone), by, fields }] : [];
  });
}

/** The whole form at once; who saves what somebody else has changed meanwhile hears so. */
async function save(tx: Tx, body: Record<string, unknown>): Promise<void> {
  const currency = await baseCurrency(tx);
  // A tenant that has decided nothing gets its row here, so that two who decide first wait in line.
  await tx.run`
    insert into purchase_setting (tenant_id, approval_limit, approval_hours, price_tolerance, qty_tolerance,
      tax_limit, tax_tolerance, lead_days, learned_receipts, mail_subject, mail_text, update_by, update_time, version)
    values (${tx.tenant}, ${PURCHASE_DEFAULTS.approvalLimit}, ${PURCHASE_DEFAULTS.approvalHours},
      ${PURCHASE_DEFAULTS.priceTolerance}, ${PURCHASE_DEFAULTS.qtyTolerance}, ${PURCHASE_DEFAULTS.taxLimit},
      ${PURCHASE_DEFAULTS.taxTolerance}, ${PURCHASE_DEFAULTS.leadDays},
      ${PURCHASE_DEFAULTS.learnedReceipts}, ${PURCHASE_DEFAULTS.mailSubject}, ${PURCHASE_DEFAULTS.mailText},
      ${tx.actor.username}, ${tx.now}, 0)
    on conflict (tenant_id) do nothing`;
  await tx.run`select 1 from purchase_setting where tenant_id = ${tx.tenant} for update`;
  const before = await stored(tx);
  if (Number(body['version']) !== before.version) throw staleVersion();
  const { approvalLimit, ...open } = purchaseSettings;
  const request = hidesLimit(tx) ? open : { approvalLimit, ...open };
  const { values, errors } = readFields(request, { ...body, currency }, placeOf(tx.actor));
  errors.push(...wordFaults(values));
  for (const [field, most] of Object.entries(TOLERANCES)) {
    const key = field as keyof typeof TOLERANCES;
    if (Number(values[key] ?? 0) * 100 > most)
      errors.push(toleranceTooWide({ field, title: purchaseSettings[key].title, most }));
  }
  if (errors.length > 0) throw invalid(errors);
  const next = { ...before, ...values } as Stored;
  await tx.run`
    update purchase_setting set approval_limit = ${next.approvalLimit}, approval_hours = ${next.approvalHours},
      price_tolerance = ${next.priceTolerance}, qty_tolerance = ${next.qtyTolerance},
      receive_tolerance = ${next.receiveTolerance},
      tax_limit = ${next.taxLimit}, tax_tolerance = ${next.taxTolerance},
      lead_days = ${next.leadDays}, learned_receipts = ${next.learnedReceipts},
      mail_subject = ${next.mailSubject}, mail_text = ${next.mailText},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant}`;
  if (next.costBound !== before.costBound) await setCostBound(tx, before.costBound, next.costBound);
  await noteSettings(tx, CONTROLS, before, next);
  const diff = changesOf(before, next, currency);
  if (Object.keys(diff).length > 0) audit(tx, RESOURCE, [{ rowId: null, action: 'edit', diff }]);
}

const wordFaults = (values: Readonly<Record<string, unknown>>): FieldError[] =>
  (['mailSubject', 'mailText'] as const).flatMap((field) => {
    const [word] = unknownWords(String(values[field] ?? ''));
    return word === undefined ? [] : [{ field, ...mailWordUnknown({ word }) }];
  });

/** `[before, after]` by key, as people read it. */
function changesOf(before: Stored, next: Stored, currency: string): Record<string, [string, string]> {
  const shown = (settings: Stored, key: keyof PurchaseSettings): string =>
    key === 'approvalLimit'
      ? moneyText(settings.approvalLimit, currency)
      : purchaseSettings[key].kind === 'rate'
        ? String(Number(settings[key]))
        : String(settings[key]);
  return Object.fromEntries(
    SETTINGS.map((key): [string, [string, string]] => [key, [shown(before, key), shown(next, key)]]).filter(
      ([, [from, to]]) => from !== to,
    ),
  );
}
