/** How a message about an order reached us. */
export const MESSAGE_SOURCES = { pull: '平台接口', sheet: '导入表格' } as const;
export type MessageSource = keyof typeof MESSAGE_SOURCES;

/** Characters of a message that are kept; what is longer is cut, and says so. */
const MOST_CHARACTERS = 64 * 1024;

/** Names of values that let somebody in: they are never kept, whatever a channel sends. */
const SECRET = /token|secret|password|passwd|authorization|api[-_ ]?key|credential|signature/i;

/** Names of values that are about the buyer, or may be; with all that stands below them. */
const BUYER =
  /name|address|street|city|state|province|postal|zip|country|phone|mobile|fax|e-?mail|customer|buyer|consignee|recipient|ship_?to|bill|contact|note|message|comment|gift|instruction|收件人|地址|城市|州|省|邮编|国家|电话/i;
/** Names that sound like the buyer's and are those of goods, warehouses and shops. */
const GOODS = /^(warehouse|products?|supplierName|salesChannelName|channelName|shippingInfo|店铺)$/i;

const VEIL = '***';

/** A message as it is kept: without secrets, indented, of bounded length. */
export function boundedMessage(raw: unknown): { text: string; bytes: number; isCut: boolean } {
  const value = typeof raw === 'string' ? parsed(raw) : raw;
  const text = typeof value === 'string' ? value : (JSON.stringify(withoutSecrets(value)) ?? '');
  return {
    text: text.slice(0, MOST_CHARACTERS),
    bytes: Buffer.byteLength(text),
    isCut: text.length > MOST_CHARACTERS,
  };
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, SECRET.test(name) ? VEIL : withoutSecrets(one)]),
  );
}

/**
 * A kept message as somebody reads it: indented, and for who may not see buyers without what is theirs.
 * One that was cut off, or is no object, cannot be taken apart: then nothing of it is shown.
 * @param seesBuyer the right to see buyers
 * @param words the buyer's own, to be veiled wherever else they stand
 */
export function shownMessage(text: string, seesBuyer: boolean, veilWords: (text: string) => string): string | null {
  const value = parsed(text);
  const isWhole = typeof value === 'object' && value !== null;
  if (seesBuyer) return isWhole ? JSON.stringify(value, null, 2) : text;
  return isWhole ? JSON.stringify(veiled(value, veilWords), null, 2) : null;
}

function veiled(value: unknown, veilWords: (text: string) => string): unknown {
  if (typeof value === 'string') return veilWords(value);
  if (Array.isArray(value)) return value.map((one) => veiled(one, veilWords));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (one === null || one === '') return [name, one];
      if (GOODS.test(name)) return [name, veiled(one, veilWords)];
      return [name, BUYER.test(name) ? VEIL : veiled(one, veilWords)];
    }),
  );
}
