import type { OpenPage } from "./startBrowser.js"

/** What must hold for a page, however it is looked at: answers what doesn't. */
export const faultsOf = async (
  { errors, page, requests, violations }: OpenPage,
  origin: string
): Promise<ReadonlyArray<string>> => [
  ...(await violations()).map((violation) => `accessibility: ${violation}`),
  ...((await page.evaluate("document.documentElement.scrollWidth <= innerWidth")) === true
    ? []
    : ["wider than the window"]),
  ...requests
    .filter((url) => !url.startsWith(`${origin}/`) && !url.startsWith("blob:"))
    .map((url) => `asked another host: ${url}`),
  ...errors.map((error) => `said on the console: ${error}`)
]
