import { apiBase } from '../http/http.ts';
import { widgetServices } from '../services.ts';

/**
 * Path below the API base of a file the server named: a whole address of our API, a path of it, or
 * the bare path of a stored file.
 */
export function storedFilePath(fileUrl: string, base: string = apiBase()): string {
  const path = fileUrl.replace(/^https?:\/\/[^/]+/i, '');
  if (path.startsWith(`${base}/`)) return path.slice(base.length);
  return path.startsWith('/') ? path : widgetServices.get().storedPath + path;
}
