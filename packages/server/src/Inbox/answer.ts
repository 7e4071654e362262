/** What is sent back for a path of the inbox. */
export interface Answer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

/** Headers of every answer. */
export const always = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin"
}

/** A Content-Security-Policy under which nothing is loaded. */
export const nothingLoads = "default-src 'none'; base-uri 'none'; form-action 'none'"
