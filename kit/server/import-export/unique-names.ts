/** Signs that no file system wants in a name. */
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\\/:*?"<>|\u0000-\u001f]/g;

/**
 * Names of files that may stand in one folder, whatever its system: without signs that it refuses,
 * and a number behind where two would be the same but for case. `A.jpg`, `A (2).jpg`.
 */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((given) => {
    const clean =
      given
        .replace(FORBIDDEN, '_')
        .replace(/^[. ]+/, '')
        .trim() || '_';
    const dot = clean.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, ''];
    let name = clean;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem} (${n})${ending}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
