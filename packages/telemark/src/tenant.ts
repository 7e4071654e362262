import { type Implementations, type Services, Templates, Tenants } from "@telemark/core"
import { Effect } from "effect"
import { type EmailsApi, makeEmailsApi } from "./emails.js"
import { type EventsApi, makeEventsApi } from "./events.js"
import type { Followers } from "./following.js"
import {
  type GroupApi,
  makeOperationsApi,
  type OperationsApi,
  type RunAs,
  type RunNow
} from "./operations.js"
import { inHostTransaction } from "./transaction.js"

export interface TemplatesApi extends GroupApi<"templates"> {
  /**
   * TypeScript declarations for `TemplateData`, of all active templates, to be written to a file.
   */
  readonly types: () => Promise<string>
}

/** Arguments and results have the shapes of the HTTP interface. */
export interface TenantApi extends Omit<OperationsApi, "emails" | "templates">, EventsApi {
  readonly emails: EmailsApi
  readonly templates: TemplatesApi
}

interface Runners {
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>) => Promise<A>
  readonly runNow: RunNow
}

/** Each call reads the tenant again: its settings may change. */
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
    templates: {
      ...derived.templates,
      types: () => as(({ id }) => Effect.flatMap(Templates, (templates) => templates.types(id)))
    },
    ...makeEventsApi(as, name, followers)
  }
}
