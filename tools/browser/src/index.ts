/**
 * A real browser for tests of pages: Chromium of this machine, what a page did in it, and what must
 * hold for each.
 */
export { faultsOf } from "./faultsOf.js"
export { looks } from "./looks.js"
export {
  type BrowserOptions,
  hasBrowser,
  type OpenPage,
  startBrowser,
  type TestBrowser
} from "./startBrowser.js"
