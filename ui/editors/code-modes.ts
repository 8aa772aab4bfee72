import type { Extension } from '@codemirror/state';

type Load = () => Promise<Extension>;
type LegacyMode = import('@codemirror/language').StreamParser<unknown>;

/** A mode of the older kind. */
const legacy =
  (load: () => Promise<LegacyMode>): Load =>
  async () => {
    const [{ StreamLanguage }, mode] = await Promise.all([import('@codemirror/language'), load()]);
    return StreamLanguage.define(mode);
  };

/** Languages the code editor colours, each fetched when it is first wanted. */
const LOADERS = {
  css: () => import('@codemirror/lang-css').then(({ css }) => css()),
  javascript: () => import('@codemirror/lang-javascript').then(({ javascript }) => javascript()),
  html: () => import('@codemirror/lang-html').then(({ html }) => html()),
  java: () => import('@codemirror/lang-java').then(({ java }) => java()),
  'objective-c': legacy(() => import('@codemirror/legacy-modes/mode/clike').then(({ objectiveC }) => objectiveC)),
  python: () => import('@codemirror/lang-python').then(({ python }) => python()),
  r: legacy(() => import('@codemirror/legacy-modes/mode/r').then(({ r }) => r)),
  shell: legacy(() => import('@codemirror/legacy-modes/mode/shell').then(({ shell }) => shell)),
  sql: () => import('@codemirror/lang-sql').then(({ sql }) => sql()),
  swift: legacy(() => import('@codemirror/legacy-modes/mode/swift').then(({ swift }) => swift)),
  vue: () => import('@codemirror/lang-vue').then(({ vue }) => vue()),
  markdown: () => import('@codemirror/lang-markdown').then(({ markdown }) => markdown()),
} satisfies Readonly<Record<string, Load>>;

export const CODE_MODES = Object.keys(LOADERS) as readonly (keyof typeof LOADERS)[];

/** The extension of a mode; null for one nobody knows: that is plain text. */
export async function loadCodeMode(mode: string): Promise<Extension | null> {
  const loaders: Readonly<Record<string, Load>> = LOADERS;
  const load = Object.hasOwn(loaders, mode) ? loaders[mode] : undefined;
  return load ? load() : null;
}
