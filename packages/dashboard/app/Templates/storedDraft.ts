import type { Draft } from "./draft.js"

/** Unsaved work, with what it is based on. */
export interface StoredDraft {
  readonly version: number
  readonly before: Draft
  readonly draft: Draft
}

const keyOf = (tenant: string, id: string): string => `telemark.draft.${tenant}.${id}`

const isStored = (value: unknown): value is StoredDraft =>
  typeof value === "object" &&
  value !== null &&
  "version" in value &&
  typeof value.version === "number" &&
  "before" in value &&
  "draft" in value

export const readDraft = (tenant: string, id: string): StoredDraft | undefined => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(tenant, id)) ?? "null")
    return isStored(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

/** Undefined forgets it. Answers whether it is kept: browsers have little room. */
export const keepDraft = (tenant: string, id: string, stored: StoredDraft | undefined): boolean => {
  try {
    if (stored === undefined) localStorage.removeItem(keyOf(tenant, id))
    else localStorage.setItem(keyOf(tenant, id), JSON.stringify(stored))
    return true
  } catch {
    return false
  }
}
