import type { Look } from "../look/Look.js"

const paragraph = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.length === 0 ? [] : [`<p style="margin:0 0 8px">${lines.join("<br />")}</p>`]

const link = (look: Look, href: string, text: string): string =>
  `<a href="${href}" style="color:${look.light.pageText};text-decoration:underline">${text}</a>`

/** The sender and its contact data, as far as the brand has them. */
export const footer = (look: Look): string => {
  const { name, postalLines, supportEmail, website } = look
  const isNamed = postalLines[0]?.startsWith(name) === true
  const links = [
    ...(supportEmail === undefined ? [] : [link(look, supportEmail.href, supportEmail.text)]),
    ...(website === undefined
      ? []
      : [link(look, website, website.replace(/^https:\/\//i, "").replace(/\/$/, ""))])
  ]
  return [
    '<mj-text css-class="footer" mj-class="footer">',
    ...[
      ...paragraph(isNamed ? postalLines : [name, ...postalLines]),
      ...paragraph(links.length === 0 ? [] : [links.join(" &middot; ")])
    ].map((line) => `  ${line}`),
    "</mj-text>"
  ].join("\n")
}
