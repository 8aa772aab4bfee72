import { ChannelError, type RowKind, type UnreadableRow } from '#modules/channels/model/port.ts';
import { objectOf, textOf, WireValueError } from './wire-values.ts';
import type { WireObject } from './wire-values.ts';

/** The list an answer gave, null for an empty one. @throws ChannelError `unreadable` otherwise */
export function rowsOf(value: unknown, operation: string): unknown[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  throw new ChannelError('unreadable', operation, '渠道应答不是列表');
}

const MAX_RAW_CHARACTERS = 64 * 1024;

/** Reads one row of an answer; whatever is wrong with it concerns this row alone. */
export function readRow<T>(
  kind: RowKind,
  raw: unknown,
  read: (wire: WireObject) => T,
  keyOf: (wire: WireObject) => unknown,
): { row: T } | { unreadable: UnreadableRow } {
  const wire = objectOf(raw);
  try {
    return { row: read(wire) };
  } catch (error) {
    const reason = error instanceof WireValueError ? error.message : `无法识别：${String(error)}`;
    const text = (JSON.stringify(raw) ?? '').slice(0, MAX_RAW_CHARACTERS);
    return { unreadable: { kind, key: textOf(keyOf(wire)), reason, raw: text } };
  }
}
