import { HeldMail, type Tenant } from "@telemark/core"
import { Effect } from "effect"
import { counted } from "../output.js"
import { type Finding, findingsOf, tenantNames } from "./Finding.js"

const { warn } = findingsOf("held")

interface HeldOfTenant {
  readonly tenant: string
  readonly count: number
}

export const judgeHeld = (held: ReadonlyArray<HeldOfTenant>): ReadonlyArray<Finding> => {
  const count = held.reduce((sum, one) => sum + one.count, 0)
  if (count === 0) return []
  return [
    warn(
      `${counted(count, "message is", "messages are")} held since a restore and not sent. Decide what becomes of them.`,
      {
        command:
          "`telemark held list` lists them, `telemark held release` sends them and `telemark held cancel` cancels them.",
        tenants: held.map(({ tenant }) => tenant)
      }
    )
  ]
}

export const checkHeld = (tenants: ReadonlyArray<Tenant>) => {
  const nameOf = tenantNames(tenants)
  return Effect.map(
    Effect.provide(
      HeldMail.use(({ byTenant }) => byTenant),
      HeldMail.layer
    ),
    (found) =>
      judgeHeld(
        found.map(({ messages, sql_sends, tenant_id }) => ({
          tenant: nameOf(tenant_id),
          count: messages + sql_sends
        }))
      )
  )
}
