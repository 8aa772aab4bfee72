import { NO_UPLOAD_LIMIT } from '#kit/model/limits.ts';
import { ApiError } from '../http/api-error.ts';
import { newKey } from '../http/action-key.ts';
import { readFiles, writeFiles, type StoredFile, type UploadValue } from './stored-files.ts';

type UploadStatus = 'uploading' | 'done' | 'error';

/** One line of a list of uploads. */
export interface Upload {
  uid: string;
  name: string;
  size: number | null;
  status: UploadStatus;
  /** 0 to 100. */
  percent: number;
  /** Where the server keeps it, once it is done. */
  path: string | null;
  /** Why it failed; empty otherwise. */
  message: string;
  /** It failed for want of a connection alone. */
  isLost: boolean;
  /** What was chosen here; a value that was there before has none. */
  file: File | null;
}

/** Sends one file and answers its path. */
type Send = (file: File, watched: { signal: AbortSignal; onProgress: (percent: number) => void }) => Promise<string>;

export interface UploadRules {
  /** 0 = as many as wanted. */
  limit: number;
  /** A new file takes the place of the old one. */
  isSingle: boolean;
  isPictureOnly: boolean;
  returnUrl: boolean;
}

/** What the list tells its owner. */
export interface UploadEvents {
  /** On done, removed and moved; never while something is under way. */
  onChange: (value: UploadValue) => void;
  onDone?: (upload: Upload) => void;
  onFailed?: (upload: Upload) => void;
  onRefused?: (message: string) => void;
}

const AT_ONCE = 3;

/**
 * A list of uploads: what the value holds and what is on its way, in the order in which it was
 * chosen. Its owner reads `entries` and hears of every change.
 */
export class UploadList {
  entries: readonly Upload[] = [];
  #listeners = new Set<() => void>();
  #running = new Map<string, AbortController>();
  #written: string | null = null;
  #send: Send;
  #rules: UploadRules;
  #events: UploadEvents;

  constructor(send: Send, rules: UploadRules, events: UploadEvents) {
    this.#send = send;
    this.#rules = rules;
    this.#events = events;
  }

  /** What holds from now on. */
  configure(send: Send, rules: UploadRules, events: UploadEvents): void {
    this.#send = send;
    this.#rules = rules;
    this.#events = events;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes over a value that did not come from here; what is on its way stays. */
  show(value: UploadValue): void {
    const files = readFiles(value);
    const text = JSON.stringify(files.map(({ filePath }) => filePath));
    if (text === this.#written) return;
    this.#written = text;
    const known = new Map(this.entries.map((entry) => [entry.path, entry]));
    const stored = files.map((file) => known.get(file.filePath) ?? entryOf(file));
    this.#set([...stored, ...this.entries.filter(({ status }) => status !== 'done')]);
  }

  get isBusy(): boolean {
    return this.entries.some(({ status }) => status === 'uploading');
  }

  /** How many more may be chosen. */
  get room(): number {
    const { limit, isSingle } = this.#rules;
    if (isSingle || limit === NO_UPLOAD_LIMIT) return Infinity;
    return limit - this.entries.filter(({ status }) => status !== 'error').length;
  }

  add(chosen: readonly File[]): void {
    const { isPictureOnly, isSingle, limit } = this.#rules;
    const fitting = isPictureOnly ? chosen.filter(({ type }) => type.startsWith('image/')) : chosen;
    if (fitting.length < chosen.length) this.#events.onRefused?.('请上传图片');
    const taken = isSingle ? fitting.slice(0, 1) : fitting.slice(0, Math.max(this.room, 0));
    if (!isSingle && taken.length < fitting.length) this.#events.onRefused?.(`最多上传 ${limit} 个文件`);
    // Of a single file the one that failed or is on its way gives place at once, the stored one
    // when the new one is there.
    if (isSingle && taken.length > 0)
      for (const { uid, status } of this.entries) if (status !== 'done') this.#drop(uid);
    this.#set([...this.entries, ...taken.map(newEntry)]);
    this.#next();
  }

  retry(uid: string): void {
    const entry = this.entries.find((one) => one.uid === uid);
    if (entry?.status !== 'error' || !entry.file) return;
    this.#put(uid, { status: 'uploading', percent: 0, message: '' });
    this.#next();
  }

  /** The connection is back: what it cost goes on. */
  retryUnsent(): void {
    for (const { uid, status, isLost } of this.entries) if (status === 'error' && isLost) this.retry(uid);
  }

  /** Takes a file out, or gives up its upload. */
  remove(uid: string): void {
    const wasDone = this.entries.some((one) => one.uid === uid && one.status === 'done');
    this.#drop(uid);
    if (wasDone) this.#tell();
    this.#next();
  }

  /** @returns whether there was a place to move to */
  move(uid: string, to: number): boolean {
    const from = this.entries.findIndex((one) => one.uid === uid);
    if (from < 0 || to < 0 || to >= this.entries.length) return false;
    const next = [...this.entries];
    next.splice(to, 0, ...next.splice(from, 1));
    this.#set(next);
    this.#tell();
    return true;
  }

  /** Gives up whatever is on its way. */
  stop(): void {
    for (const { uid, status } of this.entries) if (status === 'uploading') this.#drop(uid);
  }

  #next(): void {
    for (const { uid, status, file } of this.entries) {
      if (this.#running.size >= AT_ONCE) return;
      if (status === 'uploading' && file && !this.#running.has(uid)) void this.#run(uid, file);
    }
  }

  async #run(uid: string, file: File): Promise<void> {
    const control = new AbortController();
    this.#running.set(uid, control);
    try {
      const path = await this.#send(file, {
        signal: control.signal,
        onProgress: (percent) => this.#put(uid, { percent }),
      });
      if (!control.signal.aborted) this.#finish(uid, path);
    } catch (error) {
      if (!control.signal.aborted) this.#fail(uid, error);
    } finally {
      if (this.#running.get(uid) === control) this.#running.delete(uid);
      this.#next();
    }
  }

  #finish(uid: string, path: string): void {
    if (this.#rules.isSingle) this.#set(this.entries.filter((entry) => entry.uid === uid));
    this.#put(uid, { status: 'done', percent: 100, path });
    this.#tell();
    const entry = this.entries.find((one) => one.uid === uid);
    if (entry) this.#events.onDone?.(entry);
  }

  #fail(uid: string, error: unknown): void {
    const message = (error instanceof Error && error.message) || '未知错误';
    const isLost = error instanceof ApiError && error.status === 0;
    this.#put(uid, { status: 'error', message, isLost });
    const entry = this.entries.find((one) => one.uid === uid);
    if (entry) this.#events.onFailed?.(entry);
  }

  #drop(uid: string): void {
    this.#running.get(uid)?.abort();
    this.#running.delete(uid);
    this.#set(this.entries.filter((entry) => entry.uid !== uid));
  }

  #put(uid: string, change: Partial<Upload>): void {
    this.#set(this.entries.map((entry) => (entry.uid === uid ? { ...entry, ...change } : entry)));
  }

  #tell(): void {
    const done = this.entries.filter(isStored);
    this.#written = JSON.stringify(done.map(({ path }) => path));
    const files = done.map(({ name, path, size }) => ({
      fileName: name,
      filePath: path,
      fileSize: size,
    }));
    this.#events.onChange(writeFiles(files, this.#rules.returnUrl));
  }

  #set(entries: readonly Upload[]): void {
    this.entries = entries;
    for (const listener of this.#listeners) listener();
  }
}

const isStored = (entry: Upload): entry is Upload & { path: string } => entry.status === 'done' && entry.path !== null;

const entryOf = ({ fileName, filePath, fileSize }: StoredFile): Upload => ({
  uid: newKey(),
  name: fileName,
  size: fileSize,
  status: 'done',
  percent: 100,
  path: filePath,
  message: '',
  isLost: false,
  file: null,
});

const newEntry = (file: File): Upload => ({
  uid: newKey(),
  name: file.name,
  size: file.size,
  status: 'uploading',
  percent: 0,
  path: null,
  message: '',
  isLost: false,
  file,
});
