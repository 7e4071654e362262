import { createHash } from "node:crypto"

/**
 * Shows times in the reader's time zone, and sizes frames to their content. Without scripts, times
 * are in UTC and frames scroll.
 */
export const script = `
for (const time of document.querySelectorAll("time[datetime]")) {
  time.title = time.textContent
  time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })
}
for (const frame of document.querySelectorAll("iframe")) {
  const fit = () => {
    const shown = frame.contentDocument && frame.contentDocument.documentElement
    if (!shown) return
    frame.style.height = "0"
    const bar = shown.scrollWidth > shown.clientWidth ? 20 : 0
    frame.style.height = Math.min(shown.scrollHeight + bar, 20000) + "px"
  }
  let width = frame.clientWidth
  frame.addEventListener("load", fit)
  addEventListener("resize", () => {
    if (frame.clientWidth === width) return
    width = frame.clientWidth
    fit()
  })
  fit()
}
`

/** Allows the script in a Content-Security-Policy. */
export const scriptHash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`
