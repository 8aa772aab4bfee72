const MAX_KEY = 100;

/** A frame of a page's socket, as far as it is known before its type is judged. */
export interface Frame {
  type: string;
  data: unknown;
}

/** The frame a text holds; null for anything else. */
export function readFrame(text: string): Frame | null {
  try {
    const frame = JSON.parse(text) as unknown;
    return isObject(frame) && typeof frame['type'] === 'string' ? { type: frame['type'], data: frame['data'] } : null;
  } catch {
    return null;
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A name or an id of a sensible length. */
export const isKey = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_KEY;
