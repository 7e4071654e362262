/**
 * Removes the byte order mark and converts line ends to line feeds. Editors and Git may write
 * either, which makes no difference to mail.
 */
export const normalText = (text: string): string =>
  text.replace(/^\ufeff+/, "").replace(/\r+\n/g, "\n")
