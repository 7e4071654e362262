import type { Tenant } from "@telemark/core"
import type { InvalidSettings } from "../settings/Settings.js"
import { settingLike, unknownSettings } from "../settings/settingList.js"

interface Details {
  /** What the command line does about it: the dashboard has buttons instead. */
  readonly command?: string
  /** Whom it concerns; all of the deployment, if there are none. */
  readonly tenants?: ReadonlyArray<string>
}

/** `warn`: it works, but look into it. Unless `ok`, the message says what to do. */
export interface Finding extends Details {
  readonly check: string
  readonly status: "ok" | "warn" | "fail"
  readonly message: string
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message })
export const warn = (check: string, message: string, details: Details = {}): Finding => ({
  check,
  status: "warn",
  message,
  ...details
})
export const fail = (check: string, message: string, details: Details = {}): Finding => ({
  check,
  status: "fail",
  message,
  ...details
})

/** Of a tenant that is gone, the id. */
export const tenantNames = (tenants: ReadonlyArray<Tenant>): ((tenantId: string) => string) => {
  const names = new Map(tenants.map(({ id, name }) => [id, name]))
  return (tenantId) => names.get(tenantId) ?? tenantId
}

export const strangers = (names: ReadonlyArray<string>): ReadonlyArray<Finding> =>
  unknownSettings(names).map((name) => {
    const meant = settingLike(name)
    const advice = meant === undefined ? "Check its spelling." : `Did you mean ${meant}?`
    return warn("settings", `${name} is not a setting of this version and has no effect. ${advice}`)
  })

export const settingsFine: Finding = ok("settings", "All settings can be used.")

export const settingsWrong = ({ problems }: InvalidSettings): ReadonlyArray<Finding> =>
  problems.map(({ name, problem }) => fail("settings", `${name} ${problem}.`))
