/**
 * Dictionaries: closed lists of codes with Chinese texts. The code owns the codes; a tenant may
 * overlay the texts (table `dict_item_text`), never add codes to a dictionary declared here.
 */
export interface Dict<Code extends string = string> {
  readonly kind: 'dict';
  readonly code: string;
  readonly items: Readonly<Record<Code, string>>;
  /** Codes in the order of the list, where it is another than that of {@link items}. */
  readonly order?: readonly Code[];
}

/**
 * Declares a dictionary: `dict('warehouse_type', { self: '自营', … })`.
 * @param order of all codes; wanted where codes are numbers that do not rise, since an object puts
 *   those first and in their order, however it was written
 */
export function dict<const Items extends Record<string, string>>(
  code: string,
  items: Items,
  order?: readonly Extract<keyof Items, string>[],
): Dict<Extract<keyof Items, string>> {
  const codes = Object.keys(items);
  if (
    order &&
    (order.length !== codes.length || codes.some((one) => !order.some((named) => named === one)))
  )
    throw new Error(`dictionary ${code}: its order does not name each code once`);
  return { kind: 'dict', code, items, ...(order ? { order } : {}) };
}

/** Codes and texts in the order of the list. */
export const itemsOf = ({ items, order }: Dict): [code: string, text: string][] =>
  order ? order.map((code) => [code, items[code] as string]) : Object.entries(items);

export const yesNo = dict('yn', { '1': '是', '0': '否' }, ['1', '0']);

/** A dictionary with the name that administrators see. */
export interface DeclaredDict {
  name: string;
  dict: Dict;
}

/** An item as a server answers it. */
export interface DictItem {
  value: string;
  text: string;
}
