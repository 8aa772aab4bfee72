/** What files are, as 存储空间 counts them: uploads by their format, everything else by whose work it is. */
export const STORAGE_KINDS = {
  picture: { title: '图片', isBounded: true },
  pdf: { title: 'PDF', isBounded: true },
  sheet: { title: '表格', isBounded: true },
  other: { title: '其他上传文件', isBounded: true },
  arriving: { title: '正在上传', isBounded: true },
  jobs: { title: '导入导出文件', isBounded: false },
  documents: { title: '面单、头像等系统文件', isBounded: false },
} as const;

export type StorageKind = keyof typeof STORAGE_KINDS;

/** An upload, as it is named for whoever makes room. */
export interface StoredItem {
  id: string;
  name: string;
  bytes: number;
  uploader: string | null;
  createTime: string;
  /** Where it is used, in words; null: it may be deleted. */
  usedBy: string | null;
}

/** What the files of a tenant take, and what is removed by itself. */
export interface StorageUse {
  /** Bytes of uploads, with what open uploads have announced. */
  used: number;
  /** Bytes that they may have; more is refused. */
  most: number;
  /** Whether the bound is that of the plan, or of the installation. */
  bound: 'plan' | 'installation';
  kinds: readonly { kind: StorageKind; files: number; bytes: number }[];
  largest: readonly StoredItem[];
  oldest: readonly StoredItem[];
  /** What is removed by itself, the first to go first. */
  sweep: {
    /** Uploads that no record has taken up. */
    loose: { files: number; bytes: number; firstAt: string | null };
    /** Files of imports and exports that are over. */
    jobs: { files: number; bytes: number; firstAt: string | null };
    next: readonly (Omit<StoredItem, 'usedBy'> & { goesAt: string })[];
  };
}
