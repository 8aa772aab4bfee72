/** What can be wrong with something to be printed; the Chinese message can be shown to the user. */
type PrintErrorCode =
  | 'not_pdf'
  | 'no_label' // neither pages nor commands of a label printer
  | 'damaged'
  | 'printer_commands' // resets or sets up the printer
  | 'encrypted'
  | 'barcode_text' // characters the symbology cannot carry
  | 'barcode_too_long' // would not be readable at the given width
  | 'font_unusable';

export class PrintError extends Error {
  readonly code: PrintErrorCode;

  constructor(code: PrintErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PrintError';
    this.code = code;
  }
}
