import { BrokenJson } from '#ui/cells/broken-json.ts';
import { StillUploading } from '#ui/cells/still-uploading.ts';
import { Unread } from '#ui/cells/unread.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a text that is no value of its field is kept as: the store holds plain JSON. */
const UNREAD = 'unreadText';
const BROKEN_JSON = 'brokenJson';

/** Values of a form as a draft keeps them, those included that could not be read. */
export const storableValues = (values: Values): Record<string, unknown> =>
  mapped(values, (value) => {
    if (value instanceof Unread) return { [UNREAD]: value.text, message: value.message };
    if (value instanceof BrokenJson) return { [BROKEN_JSON]: value.text };
    // What is on its way does not arrive any more; what had arrived is kept.
    return value instanceof StillUploading ? value.paths : value;
  });

/** Values out of a draft as the form had them: what could not be read stays marked. */
export const takenValues = (values: Values): Record<string, unknown> =>
  mapped(values, (value) => {
    if (typeof value !== 'object' || value === null) return value;
    const { [UNREAD]: text, [BROKEN_JSON]: json, message } = value as Record<string, unknown>;
    if (typeof text === 'string') return new Unread(text, String(message));
    return typeof json === 'string' ? new BrokenJson(json) : value;
  });

function mapped(values: Values, change: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const next = change(value);
      return [key, isPlain(next) && next === value ? mapped(next, change) : next];
    }),
  );
}

/** A group of values, as the head of a document; not a list, nor one of the marks above. */
const isPlain = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
