/** What one check found. `warn`: it works, but look into it. The message of what isn't `ok` says what to do. */
export interface Finding {
  readonly check: string
  readonly status: "ok" | "warn" | "fail"
  readonly message: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message })
export const warn = (check: string, message: string): Finding => ({ check, status: "warn", message })
export const fail = (check: string, message: string): Finding => ({ check, status: "fail", message })
