import type { Page } from "playwright-core"

const maxText = 2_000

/** What a page and the frames in it show, as text. */
const shownIn = async (page: Page): Promise<string> => {
  const frames = page.frames().map(async (frame) => {
    const text: unknown = await frame.evaluate("document.body?.innerText")
    return `${frame.url()}\n${String(text).slice(0, maxText)}`
  })
  return (await Promise.all(frames)).join("\n\n")
}

/**
 * Prints what a page shows, and what went wrong in it, if the test that opened it fails: that a
 * test waited for something says little without what was there instead.
 */
export const tellIfFailed = async (page: Page, errors: ReadonlyArray<string>): Promise<void> => {
  // Pictures are taken without vitest, which can't be loaded there.
  if (process.env["VITEST"] === undefined) return
  const { onTestFailed } = await import("vitest")
  try {
    onTestFailed(async () => {
      if (page.isClosed()) return
      console.error([await shownIn(page), ...errors].join("\n"))
    })
  } catch {
    // Opened for all tests of a file.
  }
}
