import { useRef, useState, type DragEvent, type ReactNode } from 'react';

const PICTURES = '.png,.jpg,.jpeg,.webp,.gif';
const PAPERS = '.pdf,.xls,.xlsx,.docx,.csv,.txt';

export type FileType = 'all' | 'image' | 'file';

interface ChoosingProps {
  fileType: FileType;
  isMultiple: boolean;
  isDisabled: boolean;
  onChoose: (files: File[]) => void;
}

/** A hidden input that opens the browser's own dialog. @returns it, and how to open it */
export function useFileInput({ fileType, isMultiple, isDisabled, onChoose }: ChoosingProps): {
  input: ReactNode;
  open: () => void;
} {
  const element = useRef<HTMLInputElement>(null);
  const accept = fileType === 'image' ? PICTURES : fileType === 'file' ? PAPERS : `${PICTURES},${PAPERS}`;
  return {
    open: () => element.current?.click(),
    input: (
      <input
        ref={element}
        type="file"
        // Not `hidden` alone: forms of antd show what they take for an input of theirs.
        style={{ display: 'none' }}
        aria-label="选择文件"
        accept={accept}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // The same file, corrected, can be chosen again.
          event.target.value = '';
        }}
      />
    ),
  };
}

/** Files dropped on a place, and pasted into it: a picture from a screenshot need not be saved first. */
export function useDropZone({ isDisabled, onChoose }: Pick<ChoosingProps, 'isDisabled' | 'onChoose'>) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent): boolean => !isDisabled && event.dataTransfer.types.includes('Files');
  return {
    isOver,
    zone: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onChoose([...event.dataTransfer.files]);
      },
      onPaste: (event: React.ClipboardEvent) => {
        const files = [...event.clipboardData.files];
        if (isDisabled || files.length === 0) return;
        event.preventDefault();
        onChoose(files);
      },
    },
  };
}
