const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it, between tags and between quotes: whatever stands in it is no markup. */
export const htmlText = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '');
