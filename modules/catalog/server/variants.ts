import { rowChanged } from '#kit/model/event.ts';
import { invalid, notFound, Refusal, staleVersion, type FieldError } from '#kit/model/refusal.ts';
import type { AnyRow } from '#kit/model/row.ts';
import { requirePermission } from '#kit/server/actor.ts';
import { auditResource } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import type { Registry } from '#kit/server/registry.ts';
import { lockRegister } from '#kit/server/row-storage.ts';
import { setColumns, setEach } from '#kit/server/stored-rows.ts';
import { addRows, editRows, type RowOutcome } from '#kit/server/write-rows.ts';
import type { SentVariant, SentVariants } from '../model/routes.ts';
import { product, sku, skuCarton } from '../model/product.ts';
import { MOST_VARIANTS, optionFaults, variantOf, type ProductOption } from '../model/variants.ts';
import { cartonGuards } from './guards.ts';

const MOST_CARTONS = 50;

/** Fields of a SKU that are typed in the matrix. */
const TYPED = ['skuCode', 'name', 'upc', 'standardCost', 'msrp', 'mapPrice', 'netWeightG'] as const;

/**
 * Stores the options of a product with all SKUs that they make, and the cartons of those that have
 * none yet: all of it or nothing, so that a product never has half of its variants. Whoever saves
 * second waits for the product and hears that it was changed.
 */
export async function saveVariants(tx: Tx, registry: Registry, productId: string, body: object): Promise<void> {
  const [row] = await lockRegister(tx, product, [productId]);
  if (!row) throw notFound();
  const sent = readSent(body);
  if (sent.version !== row.version) throw staleVersion();
  const options = trimmed(sent.options);
  const faults = optionFaults(options);
  if (faults.length > 0) throw invalid(faults);
  const rows = sent.skus;
  refuseRows(
    rows.map((one) => rowFault(one, options)),
    rows,
  );
  const stored = await storedSkus(tx, productId, rows);
  await refuseLeftOut(tx, productId, rows, options);
  const ids = await writeSkus(tx, registry, productId, rows, stored);
  await setEach(
    tx,
    sku,
    rows.map((one, at) => ({
      id: ids[at] as string,
      variant: options.length === 0 ? null : variantOf(one.values),
    })),
  );
  await storeOptions(tx, row, options);
  await addCartons(tx, registry, ids, sent.cartons ?? []);
}

/** A body whose lists are lists; what stands in them is judged row by row. @throws Refusal 422 */
function readSent(body: object): SentVariants {
  const { version, options = [], skus = [], cartons = [] } = body as Partial<SentVariants>;
  const areRows = (list: unknown): boolean =>
    Array.isArray(list) && list.every((one) => typeof one === 'object' && one !== null);
  const isRead =
    [options, skus, cartons].every(areRows) &&
    cartons.length <= MOST_CARTONS &&
    skus.length > 0 &&
    skus.length <= MOST_VARIANTS &&
    skus.every(({ values }) => Array.isArray(values));
  if (!isRead) throw new Refusal('catalog.variants', `请录入 1 至 ${MOST_VARIANTS} 个SKU`, { status: 422 });
  return { version: Number(version), options, skus, cartons };
}

const trimmed = (options: readonly ProductOption[]): ProductOption[] =>
  options.map(({ name, values }) => ({
    name: String(name).trim(),
    values: (Array.isArray(values) ? values : []).map((value) => String(value).trim()),
  }));

const rowFault = ({ values }: SentVariant, options: readonly ProductOption[]): string | null =>
  values.length === options.length && values.every((value, at) => options[at]?.values.includes(value))
    ? null
    : '规格值不在选项内';

function refuseRows(faults: readonly (string | null)[], rows: readonly SentVariant[]): void {
  const errors = faults.flatMap((message, at): FieldError[] =>
    message ? [{ field: 'variant', row: at + 1, code: 'catalog.variant', message }] : [],
  );
  const seen = new Set<string>();
  for (const [at, { values }] of rows.entries()) {
    const variant = variantOf(values);
    if (values.length > 0 && seen.has(variant))
      errors.push({
        field: 'variant',
        row: at + 1,
        code: 'catalog.variantTaken',
        message: `规格 ${variant} 重复`,
      });
    seen.add(variant);
  }
  if (errors.length > 0) throw invalid(errors);
}

/** The stored SKUs among the rows; one of another product, or of none, is not there. */
async function storedSkus(
  tx: Tx,
  productId: string,
  rows: readonly SentVariant[],
): Promise<ReadonlyMap<string, AnyRow>> {
  const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (!ids.every(isUuid)) throw notFound();
  const found = await lockRegister(tx, sku, ids);
  const own = new Map(found.map((one) => [one.id, one]));
  for (const { id, version } of rows) {
    if (id === undefined) continue;
    const one = own.get(id);
    if (!one || one['productId'] !== productId) throw notFound();
    if (Number(version) !== one.version) throw staleVersion();
  }
  return own;
}

/** A SKU that is a variant already, and is not among the rows, must still fit the options. */
async function refuseLeftOut(
  tx: Tx,
  productId: string,
  rows: readonly SentVariant[],
  options: readonly ProductOption[],
): Promise<void> {
  const left = await tx.rows<{ skuCode: string; variant: string }>`
    select sku_code, variant from sku
    where tenant_id = ${tx.tenant} and product_id = ${productId}::uuid and deleted_at is null
      and variant is not null and id <> all(${rows.flatMap(({ id }) => id ?? [])}::uuid[])
    order by sku_code limit 1`;
  const [first] = left;
  if (!first) return;
  const message =
    options.length === 0
      ? `${first.skuCode} 仍是规格 ${first.variant}`
      : `${first.skuCode}（${first.variant}）没有在表中，请先删除该SKU`;
  throw invalid([{ field: 'options', code: 'catalog.variantLeftOut', message }]);
}

/** @returns the id of each row, in order */
async function writeSkus(
  tx: Tx,
  registry: Registry,
  productId: string,
  rows: readonly SentVariant[],
  stored: ReadonlyMap<string, AnyRow>,
): Promise<string[]> {
  const writer = { registry, resource: sku };
  const numbered = rows.map((one, at) => ({ one, at, body: typedIn(one) }));
  const edits = numbered.filter(({ one }) => one.id !== undefined);
  const adds = numbered.filter(({ one }) => one.id === undefined);
  if (edits.length > 0) requirePermission(tx.actor, 'catalog:sku:edit');
  if (adds.length > 0) requirePermission(tx.actor, 'catalog:sku:add');
  const edited = await editRows(
    tx,
    writer,
    edits.map(({ one, body }) => ({ before: stored.get(one.id ?? '') as AnyRow, body })),
    { isOneSave: true, onlyChanges: true },
  );
  const added = await addRows(
    tx,
    writer,
    adds.map(({ body }) => ({ body: { ...body, productId, type: 'simple' } })),
  );
  const outcomes: RowOutcome[] = [];
  for (const [index, { at }] of edits.entries()) outcomes[at] = edited[index] as RowOutcome;
  for (const [index, { at }] of adds.entries()) outcomes[at] = added[index] as RowOutcome;
  const errors = outcomes.flatMap((outcome, at) =>
    'refusal' in outcome
      ? (outcome.refusal.errors.length > 0
          ? outcome.refusal.errors
          : [{ field: '', code: outcome.refusal.code, message: outcome.refusal.message }]
        ).map((error) => ({ ...error, row: at + 1 }))
      : [],
  );
  if (errors.length > 0) throw invalid(errors);
  return outcomes.map((outcome) => ('id' in outcome ? outcome.id : ''));
}

const typedIn = (one: SentVariant): Record<string, unknown> =>
  Object.fromEntries(TYPED.filter((key) => key in one).map((key) => [key, one[key]]));

async function storeOptions(tx: Tx, before: AnyRow, options: readonly ProductOption[]): Promise<void> {
  const text = options.length === 0 ? null : JSON.stringify(options);
  if (text === (before['options'] ?? null)) return;
  await setColumns(tx, product, [before.id], {
    options: text,
    version: before.version + 1,
    updateBy: tx.actor.username,
    updateTime: tx.now,
  });
  auditResource(tx, product, [
    { rowId: before.id, action: 'edit', diff: { options: [before['options'] ?? null, text] } },
  ]);
  await tx.emit(rowChanged(product), before.id, { id: before.id, change: 'edit' });
}

/** The same cartons for every SKU of these that has none. */
async function addCartons(
  tx: Tx,
  registry: Registry,
  skuIds: readonly string[],
  cartons: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  if (cartons.length === 0) return;
  requirePermission(tx.actor, 'catalog:skuCarton:add');
  const bare = await tx.rows<{ id: string }>`
    select s.id from sku s
    where s.tenant_id = ${tx.tenant} and s.id = any(${[...skuIds]}::uuid[])
      and not exists (select 1 from sku_carton c
        where c.tenant_id = s.tenant_id and c.sku_id = s.id and c.deleted_at is null)
    order by s.id`;
  for (const { id } of bare) {
    const outcomes = await addRows(
      tx,
      { registry, resource: skuCarton, guards: cartonGuards },
      cartons.map((carton, at) => ({ body: { ...carton, skuId: id, cartonNo: at + 1 } })),
    );
    const errors = outcomes.flatMap((outcome, at) =>
      'refusal' in outcome
        ? outcome.refusal.errors.map((error) => ({
            ...error,
            field: `cartons.${error.field}`,
            row: at + 1,
          }))
        : [],
    );
    if (errors.length > 0) throw invalid(errors);
  }
}
