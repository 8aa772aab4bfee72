import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { UPLOAD_FOLDER } from '#kit/model/limits.ts';
import type { Path } from '#kit/model/route.ts';
import { useUnsavedWork } from '../page/held-pages.ts';
import { sendFile, type Sending } from './send-file.ts';
import type { UploadValue } from './stored-files.ts';
import { UploadList, type Upload, type UploadEvents, type UploadRules } from './upload-list.ts';

/** Where and how the files of a widget go. */
export interface UploadTarget {
  /** Where the files belong; `temp` by default: whoever stores their paths takes them up there. */
  bizPath?: string | undefined;
  action?: Path | undefined;
  responseName?: string | undefined;
  token?: boolean | undefined;
  /** Cells of grids say so beside the file. */
  isCell?: boolean | undefined;
  /** Called with whether something is on its way. */
  onBusy?: ((isBusy: boolean) => void) | undefined;
}

export interface Uploads {
  entries: readonly Upload[];
  list: UploadList;
}

/** A list of uploads bound to a value, for as long as its owner is on the page. */
export function useUploads(
  value: UploadValue,
  target: UploadTarget,
  rules: UploadRules,
  events: UploadEvents,
): Uploads {
  const stored = useRef<UploadList | null>(null);
  const sending = sendingOf(target, rules);
  const send = (file: File, watched: Parameters<typeof sendFile>[2]): Promise<string> =>
    sendFile(file, sending, watched);
  stored.current ??= new UploadList(send, rules, events);
  const list = stored.current;
  useLayoutEffect(() => {
    list.configure(send, rules, events);
    list.show(value);
  });
  useEffect(() => {
    const goOn = (): void => list.retryUnsent();
    window.addEventListener('online', goOn);
    return () => {
      window.removeEventListener('online', goOn);
      list.stop();
    };
  }, [list]);
  const entries = useSyncExternalStore(list.subscribe, () => list.entries);
  const { onBusy } = target;
  const isBusy = entries.some(({ status }) => status === 'uploading');
  useEffect(() => onBusy?.(isBusy), [onBusy, isBusy]);
  // What failed is work as well: the file would have to be looked for again.
  useUnsavedWork(entries.some(({ status }) => status !== 'done'));
  return { entries, list };
}

const sendingOf = (target: UploadTarget, { isPictureOnly }: UploadRules): Sending => ({
  action: target.action,
  responseName: target.responseName,
  token: target.token,
  fields: {
    biz: target.bizPath ?? UPLOAD_FOLDER,
    ...(target.isCell ? { isup: '1' } : {}),
    ...(isPictureOnly ? { fileType: 'image' } : {}),
  },
});
