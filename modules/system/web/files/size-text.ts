const KB = 1024;
const MB = KB * KB;
const GB = MB * KB;

/** A size as people read it: `640 KB`. */
export const sizeText = (bytes: number | null): string => {
  if (bytes === null) return '—';
  if (bytes < KB) return `${bytes} B`;
  if (bytes < MB) return `${Math.round(bytes / KB)} KB`;
  return bytes < GB ? `${(bytes / MB).toFixed(1)} MB` : `${(bytes / GB).toFixed(2)} GB`;
};
