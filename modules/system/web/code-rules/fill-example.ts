import { namesIn, readSerialParams, serialStem, serialText, type FillKind } from '../../model/code-rules.ts';

/**
 * The first number of a day by a rule; fields of the form stand as their names.
 * @returns null while the rule could not be carried out, and where the form says what comes next
 */
export function fillExample({ kind, params: stored }: { kind: FillKind; params: string }, day: string): string | null {
  if (kind !== 'serial') return null;
  const params = readSerialParams(stored);
  if (typeof params === 'string') return null;
  const stem = serialStem(params, namesIn(params.prefix), day);
  return stem === null ? null : serialText(stem, params, params.start);
}
