/** Signs that no file system wants in a name. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f]/g;

/**
 * Names of files that may stand in one folder, whatever its system: without signs that it refuses,
 * and a number behind where two would be the same but for case. `A.jpg`, `A (2).jpg`.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  const lastOf = new Map<string, number>();
  return names.map((given) => {
    const clean =
      given
        .replace(FORBIDDEN, '_')
        .replace(/^[. ]+/, '')
        .trim() || '_';
    const dot = clean.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ''];
    const key = clean.toLowerCase();
    let name = clean;
    // Thousands may have one name: each goes on where the one before it ended.
    let n = lastOf.get(key) ?? 1;
    while (taken.has(name.toLowerCase())) name = `${stem} (${++n})${ending}`;
    lastOf.set(key, n);
    taken.add(name.toLowerCase());
    return name;
  });
}
