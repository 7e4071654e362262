/**
 * A text as templates are compared and pushed: without the mark that some editors put at its start, and with line feeds for
 * line ends. Git may write either on other systems, and no mail is another for it.
 */
export const normalText = (text: string): string => text.replace(/^\ufeff+/, "").replace(/\r+\n/g, "\n")
