import { toHex } from "../colors/hex.js"
import type { MailPalette } from "./mailPalette.js"

/** Styles of rich text, inlined in each element: several clients ignore style sheets. */
export const richStyles = (palette: MailPalette): Readonly<Record<string, string>> => ({
  a: `color:${toHex(palette.link)};text-decoration:underline`,
  blockquote: `margin:0 0 12px;padding:0 0 0 14px;border-left:3px solid ${toHex(palette.line)}`,
  code: "font-family:Menlo,Consolas,monospace;font-size:0.9em",
  h1: "margin:0 0 8px;font-size:28px;line-height:34px",
  h2: "margin:0 0 8px;font-size:22px;line-height:28px",
  h3: "margin:0 0 8px;font-size:18px;line-height:24px",
  hr: `margin:12px 0;border:0;border-top:1px solid ${toHex(palette.line)}`,
  ol: "margin:0 0 12px;padding:0 0 0 24px",
  p: "margin:0 0 12px",
  pre: "margin:0 0 12px;font-family:Menlo,Consolas,monospace;font-size:14px;white-space:pre-wrap",
  ul: "margin:0 0 12px;padding:0 0 0 24px"
})
