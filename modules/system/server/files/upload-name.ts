import { UPLOAD_FOLDER } from '#kit/model/limits.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { ContentKind } from '#platform/pictures/content-kind.ts';

const SEGMENT = '[A-Za-z0-9_-]{1,32}';
const FOLDER = new RegExp(`^${SEGMENT}(?:/${SEGMENT}){0,3}$`);
/** Names that Windows keeps for devices: files of that name cannot be copied there. */
const DEVICE = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\/|$)/i;

/**
 * The folder an upload says it belongs to: `temp` by default. It names a place in the address
 * only; the bytes lie elsewhere, so that a forged one leads nowhere.
 * @throws Refusal 400 in the words of the wire contract (§3.6)
 */
export function folderOf(biz: unknown): string {
  if (biz === undefined) return UPLOAD_FOLDER;
  if (typeof biz !== 'string' || !FOLDER.test(biz) || DEVICE.test(biz))
    throw new Refusal('badFolder', '上传目录bizPath，格式非法！', { status: 400 });
  return biz;
}

/** Endings of what runs somewhere: not even before another ending. */
const ACTIVE =
  /\.(?:html?|xhtml|shtml|svgz?|xml|m?js|jspx?|aspx?|php\d?|phtml|cgi|pl|py|sh|bat|cmd|com|exe|msi|dll|jar|vbs|ps1|hta|htaccess|swf)(?=[.%\s\0]|$)/i;

/**
 * The ending of a name, lower case, without the dot.
 * @throws Refusal 422 for a name without one, or with one of what runs
 */
export function endingOf(name: string): string {
  const ending = /[^/\\]\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  // eslint-disable-next-line no-control-regex
  if (ending === '' || ACTIVE.test(name) || /[\0-\x1f]/.test(name)) throw wrongKind(ending);
  return ending;
}

export const wrongKind = (ending: string): Refusal =>
  new Refusal('wrongKind', `上传失败，非法文件类型：${ending}`, { status: 422 });

const NAME_SIGNS = 200;
const LABEL_SIGNS = 40;

/** The name to show: without folders and signs that would write it backwards. */
export const shownName = (name: string): string =>
  [...(name.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\p{Cf}]/gu, '')].slice(-NAME_SIGNS).join('');

/**
 * Where an upload is asked for: folder, a readable part of its name (no comma: addresses stand in
 * lists), its random id, and the ending of what it really is.
 */
export function addressOf(folder: string, name: string, id: string, kind: ContentKind): string {
  const stem = shownName(name).replace(/\.[^.]*$/, '');
  const label = [...stem.normalize('NFC').replace(/[^\p{L}\p{N}_-]+/gu, '_')].slice(0, LABEL_SIGNS).join('');
  return `${folder}/${label || 'file'}_${id.replaceAll('-', '')}.${kind}`;
}

const ADDRESS = new RegExp(
  `^${SEGMENT}(?:/${SEGMENT}){0,3}/[\\p{L}\\p{N}_-]{1,${LABEL_SIGNS}}_[0-9a-f]{32}\\.[a-z]{3,4}$`,
  'u',
);

/** Whether a path could be one of ours; everything else is not even looked for. */
export const isAddress = (path: string): boolean => path.length < 300 && ADDRESS.test(path);
