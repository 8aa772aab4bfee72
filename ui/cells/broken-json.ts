/** A typed text that could not be read as JSON, kept as typed; forms refuse it. */
export class BrokenJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
