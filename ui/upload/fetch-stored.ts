import { toastError } from '../feedback.tsx';
import { download } from '../http/http.ts';
import { storedFileAddress } from './stored-file.ts';
import { isForeign } from './stored-files.ts';

/** Hands a stored file to the browser; one that lies elsewhere opens there. */
export function fetchStored(path: string, name: string): void {
  if (isForeign(path)) window.open(path, '_blank', 'noopener');
  else void download(storedFileAddress(path), {}, name).catch(toastError);
}
