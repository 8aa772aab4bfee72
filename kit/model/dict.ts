/**
 * Dictionaries: closed lists of codes with Chinese texts. The code owns the codes; a tenant may
 * overlay the texts (table `dict_item_text`), never add codes to a dictionary declared here.
 */
export interface Dict<Code extends string = string> {
  readonly kind: 'dict';
  readonly code: string;
  readonly items: Readonly<Record<Code, string>>;
}

/** Declares a dictionary: `dict('warehouse_type', { self: '自营', … })`. */
export function dict<const Items extends Record<string, string>>(
  code: string,
  items: Items,
): Dict<Extract<keyof Items, string>> {
  return { kind: 'dict', code, items };
}

export const yesNo = dict('yn', { '1': '是', '0': '否' });
