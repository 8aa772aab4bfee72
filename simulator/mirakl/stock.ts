/** STO01–STO03: a file of stock, worked off over the times it is asked about, with a file of its errors. */
import { jsonAnswer, type Answer, type StrikingFaults } from '../exchange.ts';
import type { World } from '../world.ts';
import { refused } from './answers.ts';
import { nextNumber, type StockImport, type StockRow } from './state.ts';

export function importStock(world: World, body: string, faults: StrikingFaults): Answer {
  const rows = rowsIn(fileIn(body));
  if (rows === null) return refused(400, 'VALIDATION_ERROR', 'the file needs the columns offer-sku and quantity');
  const id = String(900_000 + nextNumber(world.mirakl));
  world.mirakl.imports[id] = {
    id,
    rows,
    status: 'WAITING',
    errors: [],
    refusedSku: faults('row-refused')?.value ?? null,
    fails: faults('transaction-error') !== undefined,
  };
  return { ...jsonAnswer(201, { import_id: id }), changed: true };
}

/** Each question finds it a step further. */
export function stockStatus(world: World, id: string): Answer {
  const found = world.mirakl.imports[id];
  if (!found) return refused(404, null, 'Import not found');
  if (found.status === 'RUNNING') carryOut(world, found);
  else if (found.status === 'WAITING') found.status = 'RUNNING';
  const errors = found.errors.length;
  return {
    ...jsonAnswer(200, {
      import_id: id,
      status: found.status,
      lines_in_success: found.status === 'COMPLETE' ? found.rows.length - errors : 0,
      lines_in_error: errors,
      has_error_report: errors > 0,
    }),
    changed: true,
  };
}

export function stockErrors(world: World, id: string): Answer {
  const found = world.mirakl.imports[id];
  if (!found) return refused(404, null, 'Import not found');
  const quoted = (value: string): string => `"${value.replaceAll('"', '""')}"`;
  const head = ['offer-sku', 'quantity', 'warehouse-code', 'update-delete', 'error-line', 'error-message'];
  const lines = found.errors.map(({ line, message }) => {
    const row = found.rows[line - 2];
    return [row?.sku ?? '', row?.quantity ?? '', row?.warehouse ?? '', row?.action ?? '', String(line), message];
  });
  const body = [head, ...lines].map((row) => row.map(quoted).join(';')).join('\n');
  return { status: 200, contentType: 'text/csv; charset=utf-8', body };
}

function carryOut(world: World, found: StockImport): void {
  found.status = found.fails ? 'FAILED' : 'COMPLETE';
  if (found.fails) return;
  for (const [index, row] of found.rows.entries()) {
    const offer = world.mirakl.offers[row.sku];
    const quantity = Number(row.quantity);
    const message = !offer
      ? 'Offer not found'
      : row.sku === found.refusedSku
        ? 'Quantity is locked by the operator'
        : !Number.isInteger(quantity) || quantity < 0
          ? 'quantity must be a whole number'
          : null;
    // The first line of the file holds the names of its columns.
    if (message !== null) found.errors.push({ line: index + 2, message });
    else if (offer) offer.quantity = quantity;
  }
}

/** The part named `file` of a form; anything else as it came. */
function fileIn(body: string): string {
  const boundary = /^--([^\r\n]+)\r?\n/.exec(body)?.[1];
  if (boundary === undefined) return body;
  const part = body.split(`--${boundary}`).find((one) => /name="file"/i.test(one)) ?? '';
  return part
    .slice(part.search(/\r?\n\r?\n/))
    .replace(/^(\r?\n){2}/, '')
    .replace(/\r?\n$/, '');
}

/** @returns null where a column is missing */
function rowsIn(text: string): StockRow[] | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const cells = (line: string): string[] =>
    [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map((m) => (m[1] ?? m[2] ?? '').replaceAll('""', '"'));
  const names = cells(lines[0] ?? '').map((name) => name.trim().toLowerCase());
  const at = (name: string): number => names.indexOf(name);
  if (at('offer-sku') < 0 || at('quantity') < 0) return null;
  return lines.slice(1).map((line) => {
    const row = cells(line);
    const value = (name: string): string => (at(name) < 0 ? '' : (row[at(name)] ?? ''));
    return {
      sku: value('offer-sku'),
      quantity: value('quantity'),
      warehouse: value('warehouse-code'),
      action: value('update-delete'),
    };
  });
}
