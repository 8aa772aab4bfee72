import { htmlText } from '#kit/model/html-text.ts';
import { invalid, type Refusal } from '#kit/model/refusal.ts';
import { cleanRichText } from '#kit/server/rich-text.ts';
import type { MessageFormat } from '../../model/message.ts';
import { filledIn, missingIn, placeholderFault, readValues } from '../../model/placeholders.ts';

const NAMES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
};

/** What a message says, with its placeholders filled in; values are text, whatever stands in them. */
export function messageText(
  { content, format }: { content: string; format: MessageFormat },
  given: unknown,
  field: string,
): string {
  const values = readValues(given);
  if (typeof values === 'string') throw at(field, values);
  const missing = missingIn(content, values);
  if (missing.length > 0) throw at(field, `缺少变量：${missing.join('、').slice(0, 200)}`);
  return format === '2' ? cleanRichText(filledIn(content, values, htmlText)) : filledIn(content, values);
}

/** @throws Refusal at the field where placeholders are not well written */
export function requirePlaceholders(content: unknown, field: string): void {
  const fault = typeof content === 'string' ? placeholderFault(content) : null;
  if (fault) throw at(field, fault);
}

const at = (field: string, message: string): Refusal => invalid([{ field, code: 'placeholder', message }]);

/** A message as the inbox shows it. */
export const asHtml = ({ content, format }: { content: string; format: MessageFormat }): string =>
  format === '2'
    ? cleanRichText(content)
    : content
        .split(/\r?\n/)
        .map((line) => `<p>${htmlText(line)}</p>`)
        .join('');

/** A message as mails and text messages carry it: text alone. */
export const asText = ({ content, format }: { content: string; format: MessageFormat }): string =>
  format === '1'
    ? content
    : cleanRichText(content)
        .replaceAll(/<(?:br|hr)\b[^>]*>|<\/(?:p|div|h[1-6]|li|tr|blockquote)>/gi, '\n')
        .replaceAll(/<[^>]*>/g, '')
        .replaceAll(/&(#39|\w+);/g, (whole, name: string) => NAMES[name] ?? whole)
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim();
