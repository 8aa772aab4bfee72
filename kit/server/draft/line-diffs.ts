import { resourceKey } from '#kit/model/resource.ts';
import { fieldDiff } from '../audit.ts';
import type { DraftPlace } from './draft-slots.ts';
import type { ReadLine } from './read-draft.ts';

type Values = Readonly<Record<string, unknown>>;

/** What changed of a line of a draft, as the log keeps it. */
export interface LineDiff {
  /** Resource of the line. */
  of: string;
  /** What it is named by, as it is stored. */
  label: string;
  fields: Record<string, unknown>;
}

/** The log of a save names so many lines; a sheet may replace thousands. */
const MOST_NOTED = 50;

/**
 * Lines that a save of a draft added, changed or took away, by what is typed of them. A line that
 * is about something else than before is another one.
 */
export function lineDiffs(
  place: DraftPlace,
  stored: ReadonlyMap<string, Values>,
  lines: readonly ReadLine[],
): LineDiff[] {
  const retained = new Set(lines.map(({ id }) => id));
  const gone = [...stored].filter(([id]) => !retained.has(id)).map(([, values]) => values);
  return [
    ...lines.flatMap(({ id, values }) => diffOf(place, stored.get(id ?? '') ?? null, values)),
    ...gone.flatMap((values) => diffOf(place, values, null)),
  ].slice(0, MOST_NOTED);
}

function diffOf(place: DraftPlace, before: Values | null, after: Values | null): LineDiff[] {
  const { shape, registry } = place;
  const { child, line } = shape;
  const keys = Object.keys(line).filter((key) => key in child.fields);
  const only = (values: Values | null): Record<string, unknown> =>
    Object.fromEntries(keys.map((key) => [key, values?.[key] ?? null]));
  const fields = fieldDiff(child, only(before), only(after));
  if (!fields) return [];
  const personal: readonly string[] = child.masks?.[registry.sealedMask] ?? [];
  for (const key of personal) if (key in fields) fields[key] = ['***', '***'];
  const label = after?.[child.label] ?? before?.[child.label] ?? '';
  return [{ of: resourceKey(child), label: String(label), fields }];
}
