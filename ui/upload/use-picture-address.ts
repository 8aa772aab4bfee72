import { useEffect, useRef } from 'react';
import type { RenditionSide } from '#kit/model/rendition.ts';
import { addressOf } from './stored-files.ts';
import type { Upload } from './upload-list.ts';

/**
 * Where the picture of an upload is to be had: one that was chosen here is shown before it is
 * uploaded, and not fetched after.
 * @returns of an upload and the longest side wanted; whole without one
 */
export function usePictureAddress(entries: readonly Upload[]): (entry: Upload, side?: RenditionSide) => string {
  const urls = useRef(new Map<string, string>());
  useEffect(() => {
    const shown = new Set(entries.map(({ uid }) => uid));
    for (const [uid, url] of urls.current) if (!shown.has(uid)) revoke(urls.current, uid, url);
  }, [entries]);
  useEffect(() => {
    const stored = urls.current;
    return () => {
      for (const [uid, url] of stored) revoke(stored, uid, url);
    };
  }, []);
  return ({ uid, file, path }, side) => {
    if (!file) return addressOf(path ?? '', side);
    const url = urls.current.get(uid) ?? URL.createObjectURL(file);
    urls.current.set(uid, url);
    return url;
  };
}

function revoke(urls: Map<string, string>, uid: string, url: string): void {
  URL.revokeObjectURL(url);
  urls.delete(uid);
}
