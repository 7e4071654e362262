import { type Implementations, type Services, Tenants } from "@telemark/core"
import { Effect } from "effect"
import { type EmailsApi, makeEmailsApi } from "./emails.js"
import { type EventsApi, makeEventsApi } from "./events.js"
import type { Followers } from "./followers.js"
import { makeOperationsApi, type OperationsApi, type RunAs, type RunNow } from "./operations.js"
import { makeTemplatesApi, type TemplatesApi } from "./templates.js"
import { inHostTransaction } from "./transaction.js"

/** The operations of one tenant. Arguments and results have the shapes of the HTTP interface. */
export interface TenantApi extends Omit<OperationsApi, "emails" | "templates">, EventsApi {
  readonly emails: EmailsApi
  readonly templates: TemplatesApi
}

export interface Runners {
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
  readonly runNow: RunNow
}

/**
 * The operations of a tenant. Each call reads the tenant again, because its settings may change.
 */
export const makeTenantApi = (
  { run, runNow }: Runners,
  implementations: Implementations,
  name: string,
  followers: Followers
): TenantApi => {
  const as: RunAs = (use, transaction) =>
    run(
      inHostTransaction(
        transaction,
        Effect.flatMap(
          Effect.flatMap(Tenants, (tenants) => tenants.get(name)),
          use
        )
      )
    )
  const derived = makeOperationsApi(implementations, as)
  return {
    ...derived,
    emails: makeEmailsApi(derived.emails, as, runNow),
    templates: makeTemplatesApi(derived.templates, as),
    ...makeEventsApi(as, name, followers)
  }
}
