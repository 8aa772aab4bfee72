const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;

/** A text without control and format signs, such as the zero-width space of a web page. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');
