/**
 * A text that was typed and is no value of its field: it stays in sight as it was typed, and is
 * refused with the reason.
 */
export class Unread {
  readonly text: string;
  readonly message: string;
  constructor(text: string, message: string) {
    this.text = text;
    this.message = message;
  }

  toString(): string {
    return this.text;
  }
}
