import type { DictItem } from '#kit/model/dict.ts';
import { create } from 'zustand';
import type { EditingCell } from '#kit/model/editing-cell.ts';
import type { Row } from './cells/faces.ts';

/** One place among those who have the same page open. */
export interface PageSeat {
  /** Sends the others a row as it is stored now. */
  tell(socketKey: string, row: Row): void;
  /** Shows them which cell is being edited; null: none any more. */
  edit(answers: EditingCell): void;
  leave(): void;
}

/** Joins those who have a page open. @param hear is handed what the others send */
export type JoinPage = (pageId: string, hear: (type: string, data: unknown) => void) => PageSeat;

/**
 * What widgets know of the application they stand in; it keeps this up to date. Without one they
 * work for somebody who may do everything, alone and in the words of the declarations.
 */
export interface Host {
  /** Texts of dictionaries where this tenant words them itself, by dictionary code. */
  dictTexts: Readonly<Record<string, readonly DictItem[]>>;
  /** Whether the person may do what a code stands for. */
  may: (code: string) => boolean;
  /** Rules below a prefix that the person lacks: columns and buttons to hide. */
  lackingBelow: (prefix: string) => readonly string[];
  /** Whether an element marked with a code is disabled. */
  isDisabled: (code: string) => boolean;
  /** null while nobody can be reached. */
  joinPage: JoinPage | null;
}

export const useHost = create<Host>(() => ({
  dictTexts: {},
  may: () => true,
  lackingBelow: () => [],
  isDisabled: () => false,
  joinPage: null,
}));
