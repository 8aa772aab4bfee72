/** What can be wrong with a spreadsheet; the code is stable, the Chinese message is shown to the user. */
export type SheetErrorCode =
  | 'unreadable' // damaged, truncated, or not valid for its own format
  | 'unsupported' // a format that is not imported (HTML, XML, PDF, .xlsb, macros …)
  | 'encrypted'
  | 'unsafe' // built to harm: zip bomb, odd paths, entities
  | 'empty'
  | 'header_not_found'
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'too_many_cells'
  | 'cell_too_long'
  | 'timeout';

/** A spreadsheet was refused; nothing of it should be used. */
export class SheetError extends Error {
  readonly code: SheetErrorCode;

  constructor(code: SheetErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SheetError';
    this.code = code;
  }
}
