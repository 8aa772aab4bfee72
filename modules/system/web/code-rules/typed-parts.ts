/** A part of a check as somebody types it; numbers are numbers once it is judged. */
export interface TypedPart {
  digits: string;
  pattern: string;
  message: string;
}

/** Parts out of what is stored, however it was written: what is no part is left out. */
export function readRecords(stored: unknown): readonly TypedPart[] {
  let read: unknown;
  try {
    read = JSON.parse(typeof stored === 'string' ? stored : '[]') as unknown;
  } catch {
    return [];
  }
  if (!Array.isArray(read)) return [];
  return (read as unknown[])
    .filter((one) => typeof one === 'object' && one !== null)
    .map((one) => {
      const { digits, pattern, message } = one as Record<string, unknown>;
      return { digits: word(digits), pattern: word(pattern), message: word(message) };
    });
}

const word = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
