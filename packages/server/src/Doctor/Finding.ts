/**
 * The result of a check. `warn`: it works, but look into it. Unless `ok`, the message says what to
 * do.
 */
export interface Finding {
  readonly check: string
  readonly status: "ok" | "warn" | "fail"
  readonly message: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message })
export const warn = (check: string, message: string): Finding => ({
  check,
  status: "warn",
  message
})
export const fail = (check: string, message: string): Finding => ({
  check,
  status: "fail",
  message
})
