/** A real browser for tests of pages: Chromium of this machine, and what a page did in it. */
export { type BrowserOptions, hasBrowser, type OpenPage, startBrowser, type TestBrowser } from "./startBrowser.js"
