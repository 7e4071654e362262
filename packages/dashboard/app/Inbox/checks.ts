import { compatibilityOf } from "./compatibility.js"
import { findLinks } from "./findLinks.js"

/** What captured mail is looked through for. */
export const checks = { links: findLinks, compatibility: compatibilityOf }

export type Checks = typeof checks

/** Asks for one check of one mail. */
export interface CheckRequest {
  readonly name: keyof Checks
  readonly content: { readonly html: string | null; readonly text: string | null }
}
