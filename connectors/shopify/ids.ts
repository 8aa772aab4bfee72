import { objectOf, textOf, type WireObject } from '../shared/wire-values.ts';

/** The number at the end of `gid://shopify/Location/123`, by which people know a location; null for anything else. */
export const numberOf = (gid: unknown): string | null => /\/(\d+)(?:\?|$)/.exec(textOf(gid) ?? '')?.[1] ?? null;

export const locationId = (code: string): string => `gid://shopify/Location/${code}`;

/**
 * What a line is sold under: its SKU, else its variant, else the line itself (goods without either are
 * mapped by hand). The same line has the same name in orders, fulfilment orders and fulfilments.
 */
export function skuOfLine(line: WireObject): string | null {
  const variant = numberOf(objectOf(line['variant'])['id']);
  const own = numberOf(line['id']);
  return textOf(line['sku']) ?? (variant && `variant-${variant}`) ?? (own && `line-${own}`);
}

/** A text as a term of the search language. */
export const quotedTerm = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** `name:"a" OR name:"b"`. */
export const anyOf = (field: string, values: readonly string[]): string =>
  values.map((value) => `${field}:${quotedTerm(value)}`).join(' OR ');

/** Rows of a connection; null and absent are none. */
export function nodesOf(connection: unknown): WireObject[] {
  const nodes = objectOf(connection)['nodes'];
  return Array.isArray(nodes) ? nodes.map(objectOf) : [];
}
