import { parseDecimal } from '#kit/model/money.ts';

/** What a product says of itself, by the code of the attribute. */
export type AttributeValue = string | boolean | readonly string[];
export type AttributeValues = Readonly<Record<string, AttributeValue>>;

/** An attribute as a product meets it: of its own category, or of one above. */
export interface Attribute {
  code: string;
  name: string;
  kind: 'text' | 'integer' | 'decimal' | 'flag' | 'choice' | 'choices' | 'date';
  isRequired: boolean;
  items: readonly string[];
  unit: string | null;
  /** Texts of numeric(18,4). */
  least: string | null;
  most: string | null;
  /** The category that declares it. */
  category: string;
}

/** Longest text of one attribute. */
const LONGEST = 500;

/** What is offered for a choice, out of one text: separated by commas of either kind, or by lines. */
export const itemsIn = (text: string | null | undefined): string[] => [
  ...new Set(
    (text ?? '')
      .split(/[,，、;；\n]/)
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
];

/** Reads a stored or sent text. @returns null where it is none of attributes */
export function readAttributes(text: unknown): AttributeValues | null {
  if (text === null || text === undefined || text === '') return {};
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AttributeValues) : null;
  } catch {
    return null;
  }
}

const isBlankValue = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/**
 * Judges what was filled in by the attributes of the category.
 * @returns what is wrong, each with the name of its attribute, and what is stored otherwise: without
 *   blanks and without what the category does not know
 */
export function judgeAttributes(
  attributes: readonly Attribute[],
  values: AttributeValues,
): { faults: string[]; kept: AttributeValues } {
  const faults: string[] = [];
  const kept: Record<string, AttributeValue> = {};
  for (const attribute of attributes) {
    const value = values[attribute.code];
    if (isBlankValue(value)) {
      if (attribute.isRequired) faults.push(`请填写${attribute.name}`);
      continue;
    }
    const fault = faultOf(attribute, value as AttributeValue);
    if (fault) faults.push(`${attribute.name}${fault}`);
    else kept[attribute.code] = value as AttributeValue;
  }
  return { faults, kept };
}

function faultOf(attribute: Attribute, value: AttributeValue): string | null {
  switch (attribute.kind) {
    case 'flag':
      return typeof value === 'boolean' ? null : '须为是或否';
    case 'choices':
      return Array.isArray(value) && value.every((item) => attribute.items.includes(String(item)))
        ? null
        : '不在选项内';
    case 'choice':
      return typeof value === 'string' && attribute.items.includes(value) ? null : '不在选项内';
    case 'date':
      return typeof value === 'string' && isDay(value) ? null : '须为 YYYY-MM-DD';
    case 'integer':
    case 'decimal':
      return numberFault(attribute, value);
    case 'text':
      return typeof value === 'string' && value.length <= LONGEST ? null : `最多 ${LONGEST} 个字`;
  }
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text;

const PLACES = 4;

function numberFault({ kind, least, most }: Attribute, value: AttributeValue): string | null {
  const text = typeof value === 'string' ? value : '';
  const number = /^-?\d{1,14}(\.\d{1,4})?$/.test(text) ? parseDecimal(text, PLACES) : null;
  if (number === null) return kind === 'integer' ? '须为整数' : '须为数字，最多四位小数';
  if (kind === 'integer' && text.includes('.')) return '须为整数';
  const low = least === null ? null : parseDecimal(least, PLACES);
  const high = most === null ? null : parseDecimal(most, PLACES);
  if (low !== null && number < low) return `不能小于 ${plain(least)}`;
  if (high !== null && number > high) return `不能大于 ${plain(most)}`;
  return null;
}

/** `10.0000` → `10`. */
const plain = (decimal: string | null): string => (decimal ?? '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
