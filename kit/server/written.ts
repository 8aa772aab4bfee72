/**
 * A result that is JSON already: what many people are answered alike is written once. It stands for a
 * value of its type wherever an answer takes one, as the whole result or as a value of its keys.
 */
class Written {
  readonly json: Buffer;

  constructor(json: Buffer) {
    this.json = json;
  }

  /** Slow, and right: where somebody writes it as a part of something else. */
  toJSON(): unknown {
    return JSON.parse(this.json.toString('utf8')) as unknown;
  }
}

export const written = <T>(json: Buffer): T => new Written(json) as unknown as T;

/** A result as JSON, what is written already taken as it is; null where nothing is. */
export function assembled(result: unknown): Buffer | null {
  if (result instanceof Written) return result.json;
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return null;
  const entries = Object.entries(result);
  if (!entries.some(([, value]) => value instanceof Written)) return null;
  const parts: Buffer[] = [];
  for (const [key, value] of entries) {
    const json = value instanceof Written ? value.json : Buffer.from(JSON.stringify(value) ?? 'null');
    if (value === undefined) continue;
    parts.push(Buffer.from(`${parts.length === 0 ? '{' : ','}${JSON.stringify(key)}:`), json);
  }
  return Buffer.concat([...parts, Buffer.from('}')]);
}
