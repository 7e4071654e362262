import { expect } from "vitest"
import { type MailMatchers, matchers } from "./matchers/matchers.js"

export { matchers }
export { type MailMatchers } from "./matchers/matchers.js"

declare module "vitest" {
  // Vitest's own declaration has this parameter and this default: all of them must.
  // oxlint-disable-next-line typescript/no-explicit-any
  interface Matchers<T = any> extends MailMatchers {}
}

expect.extend(matchers)
