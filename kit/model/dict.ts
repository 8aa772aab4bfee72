/**
 * Dictionaries: lists of codes with Chinese texts. The code owns the codes it declares; a tenant may
 * word, order, colour and switch off their items, and add items of its own where a dictionary is open.
 */
export interface Dict<Code extends string = string> {
  readonly kind: 'dict';
  readonly code: string;
  readonly items: Readonly<Record<Code, string>>;
  /** Codes in the order of the list, where it is another than that of {@link items}. */
  readonly order?: readonly Code[];
  /** Nothing in the program hangs on its codes: a tenant may add some. */
  readonly isOpen?: true;
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
  if (order && (order.length !== codes.length || codes.some((one) => !order.some((named) => named === one))))
    throw new Error(`dictionary ${code}: its order does not name each code once`);
  return { kind: 'dict', code, items, ...(order ? { order } : {}) };
}

/**
 * As {@link dict}, for a list that each tenant goes on with by itself: nothing in the program may ask
 * for one of its codes, and no column may be bound to them.
 */
export const openDict = <const Items extends Record<string, string>>(code: string, items: Items): Dict => ({
  ...dict(code, items),
  isOpen: true,
});

/** What a tenant has made of declared dictionaries: by dictionary and code, the words it has for it. */
export type TenantWords = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** What a code is called; undefined where nobody knows it. Those that are switched off keep their text. */
export const wordOf = (dict: Pick<Dict, 'code' | 'items'>, code: string, words?: TenantWords): string | undefined =>
  words?.get(dict.code)?.get(code) ?? (Object.hasOwn(dict.items, code) ? dict.items[code] : undefined);

/** Whether a code may be stored: the program's always, a tenant's own where the dictionary is open. */
export const isCodeOf = (dict: Dict, code: string, words?: TenantWords): boolean =>
  Object.hasOwn(dict.items, code) || (dict.isOpen === true && words?.get(dict.code)?.has(code) === true);

/** Every code with what it is called, the tenant's own behind the declared ones. */
export function wordsOf(dict: Dict, words?: TenantWords): [code: string, text: string][] {
  const own = words?.get(dict.code);
  const declared = itemsOf(dict).map(([code, text]): [string, string] => [code, own?.get(code) ?? text]);
  const added = [...(own ?? [])].filter(([code]) => !Object.hasOwn(dict.items, code));
  return dict.isOpen ? [...declared, ...added] : declared;
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
  /** Name of a tone in which its tags are shown. */
  color?: string;
}

/** A dictionary with more items is searched; it is not sent whole to everybody who signs in. */
export const MOST_DICT_ITEMS = 500;
