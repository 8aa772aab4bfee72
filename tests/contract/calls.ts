import { resourceKey } from '#kit/model/resource.ts';
import { newId } from '#kit/server/new-id.ts';
import type { Route } from '#kit/server/route.ts';
import type { TestApp } from '#tests/harness/app.ts';
import { pathOf, resources } from './resources.ts';

/** What a call brings beside its path. */
export interface Sent {
  token?: string;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Reply {
  status: number;
  /** The answer as it came; a file's too. */
  bytes: Buffer;
  /** The envelope; null where a file came. */
  json: { success: boolean; code: number; message: string; result: unknown } | null;
}

/** One call as it comes over the wire. */
export async function call(
  scene: TestApp,
  { method, path }: Pick<Route, 'method' | 'path'>,
  { token, query = {}, body, headers = {} }: Sent = {},
): Promise<Reply> {
  const hasBody = method === 'POST' || method === 'PUT';
  const response = await scene.app.http.inject({
    method,
    url: `/api${path}?${new URLSearchParams(query).toString()}`,
    headers: { ...(token ? { 'x-access-token': token } : {}), ...headers },
    ...(hasBody ? { payload: (body ?? {}) as object } : {}),
  });
  const isJson = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    bytes: response.rawPayload,
    json: isJson ? response.json() : null,
  };
}

/** Whether an answer or a file has a text in it, in either encoding that files are written in. */
export const says = (bytes: Buffer, text: string): boolean =>
  bytes.includes(Buffer.from(text, 'utf8')) || bytes.includes(Buffer.from(text, 'utf16le'));

/** Routes that look at a paper before anything else. */
export const takesPdf = ({ path }: Pick<Route, 'path'>): boolean => /\/(customs|labelFile)$/.test(path);

/** A file as a form sends it: this route looks at the file first. */
export function pdfForm(): { headers: Record<string, string>; body: string } {
  const boundary = 'contract';
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\r\n--${boundary}--\r\n`,
  };
}

/** A file as a form sends it. */
export function fileForm(
  bytes: Buffer,
  name = 'a.xlsx',
  mime = 'application/octet-stream',
): { headers: Record<string, string>; body: Buffer } {
  const boundary = 'contract';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${mime}\r\n\r\n`;
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

/** A route with its parameters filled in, the id by this one or by nobody's. */
export const pathWith = (route: Route, id: string = newId()): string =>
  route.path.replace(':id', id).replaceAll(/:[a-zA-Z]+/g, 'x');

const READING = new Set(['list', 'queryById', 'options', 'lookup', 'saveLines', 'counts', ':id/history']);
const NAMED: Record<string, string> = {
  add: 'add',
  edit: 'edit',
  bulkEdit: 'edit',
  tag: 'edit',
  delete: 'delete',
  deleteBatch: 'delete',
  importExcel: 'import',
  importTemplate: 'import',
  'importErrors/:id': 'import',
  exportXls: 'export',
};

/**
 * The permission that a generic route of a resource asks for, derived from its path alone: reading is
 * `list`, a move is the move's own name. Null for routes that are no generic ones.
 */
export function genericPermission(scene: TestApp, route: Route): string | null {
  const resource = resources.find((one) => route.path.startsWith(`${pathOf(one)}/`));
  if (!resource) return null;
  const rest = route.path.slice(pathOf(resource).length + 1);
  const lifecycle = scene.app.registry.lifecycleOf(resource);
  const move = /^(?::id|batch)\/([a-zA-Z]+)$/.exec(rest)?.[1];
  const isImport = NAMED[rest] === 'import';
  // A document has no import of its own, unless sheets of its lines become such documents.
  if (isImport && resource.kind !== 'register' && resource.name !== 'salesOrder') return null;
  const verb = READING.has(rest)
    ? 'list'
    : (NAMED[rest] ?? (move && lifecycle && move in lifecycle.moves ? move : null));
  return verb ? `${resourceKey(resource)}:${verb}` : null;
}
