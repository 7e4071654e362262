import type { Words } from "./templates.js"

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Names of people and organizations are chosen by whoever signs up. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? "")

export interface Layout {
  readonly locale: string
  readonly words: Words
  /** A link behind the button, or a code to type in. */
  readonly action: { readonly url: string } | { readonly code: string }
  readonly footer: string
}

/** The mail in html and in text. */
export const layout = ({ action, footer, locale, words }: Layout) => {
  const shown =
    "url" in action
      ? `<p><a href="${escaped(action.url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#1d4ed8;color:#fff;text-decoration:none">${escaped(words.button ?? action.url)}</a></p>`
      : `<p style="font:700 28px monospace;letter-spacing:4px">${escaped(action.code)}</p>`
  return {
    // One line, whatever a name contains.
    subject: words.subject.replace(/\s+/g, " "),
    text: `${words.text}\n\n${"url" in action ? action.url : action.code}\n\n${footer}\n`,
    html: `<!doctype html>
<html lang="${escaped(locale)}">
<body style="font:16px sans-serif;color:#111;max-width:32em;margin:2em auto">
<p>${escaped(words.text)}</p>
${shown}
<p style="color:#666;font-size:14px">${escaped(footer)}</p>
</body>
</html>`
  }
}
