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

/** The findings of a check. */
export const findingsOf = (check: string) => {
  const of =
    (status: Finding["status"]) =>
    (message: string, details: Details = {}): Finding => ({ check, status, message, ...details })
  return { ok: of("ok"), warn: of("warn"), fail: of("fail") }
}

/** Of a tenant that is gone, the id. */
export const tenantNames = (tenants: ReadonlyArray<Tenant>): ((tenantId: string) => string) => {
  const names = new Map(tenants.map(({ id, name }) => [id, name]))
  return (tenantId) => names.get(tenantId) ?? tenantId
}

const { fail, ok, warn } = findingsOf("settings")

export const strangers = (names: ReadonlyArray<string>): ReadonlyArray<Finding> =>
  unknownSettings(names).map((name) => {
    const meant = settingLike(name)
    const advice = meant === undefined ? "Check its spelling." : `Did you mean ${meant}?`
    return warn(`${name} is not a setting of this version and has no effect. ${advice}`)
  })

export const settingsFine: Finding = ok("All settings can be used.")

export const settingsWrong = ({ problems }: InvalidSettings): ReadonlyArray<Finding> =>
  problems.map(({ name, problem }) => fail(`${name} ${problem}.`))
