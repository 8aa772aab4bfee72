/** `${name}` in what is sent again and again: found, judged and filled in, the same on both sides. */

const NAMED = /\$\{([^{}$]*)\}/g;
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,39}$/u;
const LONGEST_VALUE = 2000;

/** Names of a text in the order of their first mention. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(NAMED)].map(([, name = '']) => name.trim())),
];

/** What is wrong with how a text names its placeholders; null where all is well. */
export function placeholderFault(text: string): string | null {
  const wrong = placeholdersIn(text).find((name) => !NAME.test(name));
  if (wrong !== undefined) return `变量名不正确：“${wrong.slice(0, 40)}”，请用字母、汉字、数字或下划线，如 \${name}`;
  return text.replaceAll(NAMED, '').includes('${') ? '变量没有写完整，请写成 ${名称}' : null;
}

/** Values by name, or what is wrong with them in Chinese. */
export function readValues(given: unknown): Readonly<Record<string, string>> | string {
  const read = typeof given === 'string' ? readJson(given) : given;
  if (read === null || read === undefined || read === '') return {};
  if (typeof read !== 'object' || Array.isArray(read)) return '请填写 JSON 对象，如 {"name":"张三"}';
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(read as Record<string, unknown>)) {
    if (!['string', 'number', 'boolean'].includes(typeof value))
      return `变量“${name.slice(0, 40)}”的值只能是文字或数字`;
    const text = String(value);
    if (text.length > LONGEST_VALUE) return `变量“${name.slice(0, 40)}”的值不能超过${LONGEST_VALUE}个字符`;
    values[name] = text;
  }
  return values;
}

/** Which names of a text have no value. */
export const missingIn = (text: string, values: Readonly<Record<string, string>>): string[] =>
  placeholdersIn(text).filter((name) => !Object.hasOwn(values, name) || values[name] === '');

/** @param written turns a value into what may stand there */
export const filledIn = (
  text: string,
  values: Readonly<Record<string, string>>,
  written: (value: string) => string = (value) => value,
): string =>
  text.replaceAll(NAMED, (whole, name: string) => {
    const key = name.trim();
    return Object.hasOwn(values, key) ? written(values[key] ?? '') : whole;
  });

/** Not JSON: `false`, which is no object either. */
function readJson(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return false;
  }
}
