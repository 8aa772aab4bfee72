import type { Path } from '#kit/model/route.ts';
import { apiBase } from '../http/http.ts';
import { widgetServices } from '../services.ts';

/**
 * Path below the API base of a file the server named: a whole address of our API, a path of it, or
 * the bare path of a stored file.
 */
export function storedFilePath(fileUrl: string, base: string = apiBase()): Path {
  const path = fileUrl.replace(/^https?:\/\/[^/]+/i, '');
  if (path.startsWith(`${base}/`)) return path.slice(base.length) as Path;
  return (path.startsWith('/') ? path : widgetServices.get().storedPath + path) as Path;
}

/** {@link storedFilePath}, as it stands in an address. */
export const storedFileAddress = (fileUrl: string): Path => encodeURI(storedFilePath(fileUrl)) as Path;
