import type { FieldError } from '#kit/model/refusal.ts';

/** One way in which the SKUs of a product differ: 颜色, with what there is of it. */
export interface ProductOption {
  name: string;
  values: readonly string[];
}

export const MOST_OPTIONS = 3;
/** SKUs that one product may have by its options. */
export const MOST_VARIANTS = 200;
const LONGEST_VALUE = 40;

/** Between the values in the name of a variant: `白 / 大`. */
const BETWEEN = ' / ';

/** What a variant is called: its value of each option, in their order. */
export const variantOf = (values: readonly string[]): string => values.join(BETWEEN);
export const valuesOf = (variant: string): string[] => variant.split(BETWEEN);

/** Reads stored options; none where there are none. */
export function readOptions(text: unknown): ProductOption[] {
  if (typeof text !== 'string' || text === '') return [];
  try {
    return JSON.parse(text) as ProductOption[];
  } catch {
    return [];
  }
}

/** What is wrong with the options of a product, each at its place. */
export function optionFaults(options: readonly ProductOption[]): FieldError[] {
  const fault = (message: string): FieldError => ({
    field: 'options',
    code: 'catalog.options',
    message,
  });
  if (options.length > MOST_OPTIONS) return [fault(`规格最多 ${MOST_OPTIONS} 种`)];
  const faults: FieldError[] = [];
  const names = options.map(({ name }) => name.trim());
  if (names.some((name) => name === '')) faults.push(fault('规格名称不能为空'));
  if (new Set(names).size < names.length) faults.push(fault('规格名称不能重复'));
  for (const { name, values } of options) {
    if (values.length === 0) faults.push(fault(`${name || '规格'}没有规格值`));
    if (new Set(values.map((value) => value.trim())).size < values.length) faults.push(fault(`${name}的规格值重复`));
    const odd = values.find((value) => value.trim() === '' || value.length > LONGEST_VALUE || value.includes('/'));
    if (odd !== undefined) faults.push(fault(`${name}的规格值须为 1 至 ${LONGEST_VALUE} 个字，且不含“/”`));
  }
  const count = options.reduce((product, { values }) => product * values.length, 1);
  if (count > MOST_VARIANTS) faults.push(fault(`规格组合 ${count} 种，最多 ${MOST_VARIANTS} 种`));
  return faults;
}

/** Every combination of values, the last option changing first. */
export const combinations = (options: readonly ProductOption[]): string[][] =>
  options.reduce<string[][]>((made, { values }) => made.flatMap((one) => values.map((value) => [...one, value])), [[]]);

/** A code made of another: `SOFA` and 2 → `SOFA-02`. */
export const numberedCode = (stem: string, at: number): string => `${stem}-${String(at).padStart(2, '0')}`;
