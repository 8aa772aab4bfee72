/** Code without case, blanks, dashes and other signs: the same rule as the column `normal_code`. */
export const normalCode = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '');
