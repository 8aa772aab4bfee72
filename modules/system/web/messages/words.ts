import type { MessageFormat } from '../../model/message.ts';

/** What is read of a text in a list: the words of rich text, and text as it is. */
export const words = ({ format, content }: { format: MessageFormat; content: string }): string =>
  format === '2' ? content.replaceAll(/<[^>]*>/g, ' ').trim() : content;
