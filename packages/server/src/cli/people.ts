import {
  ErasePerson,
  type ErasedPerson,
  ExportPerson,
  People,
  type PersonExport,
  type Tenant
} from "@telemark/core"
import { Effect } from "effect"
import { layerOperations } from "../application/layers.js"
import { counted } from "../output.js"
import { group, operationCommands } from "./operationCommand.js"
import { recorded } from "./recorded.js"
import { eachTenant, listTenants } from "./tenantParameters.js"
import { withDatabase } from "./withSettings.js"

const command = operationCommands(withDatabase(layerOperations), People)
const email = "The person's address, in any spelling."
const tenant = eachTenant("Only in this tenant; by default in all.")

type Service = typeof People.Service

/** In each tenant's audit log. */
const auditedIn = (operation: string, tenant: Pick<Tenant, "id" | "name">) =>
  recorded({ operation, tenant, target: { kind: "person" }, members: ["email_address"] })

/** All pages of one tenant as one. */
const exportedFrom = (people: Service, { id, name }: Tenant, email_address: string) =>
  auditedIn("people.export", { id, name })(
    Effect.gen(function* () {
      const first = yield* people.export(id, { email_address })
      const emails = [...first.emails]
      let { next } = first
      while (next !== null) {
        const page: PersonExport = yield* people.export(id, { email_address, after: next })
        emails.push(...page.emails)
        next = page.next
      }
      const { erased_emails, reports, suppressions } = first
      return { tenant: name, emails, suppressions, reports, erased_emails }
    })
  )

/** Mail that is being sent ends within some minutes. */
const pause = "2 seconds"
const maxPauses = 30

const sum = (one: ErasedPerson, other: ErasedPerson): ErasedPerson => ({
  done: other.done,
  emails: one.emails + other.emails,
  cancelled: one.cancelled + other.cancelled,
  in_flight: other.in_flight,
  contents: one.contents + other.contents,
  suppressions: one.suppressions + other.suppressions,
  texts: one.texts + other.texts
})

const erasedFrom = (people: Service, { id, name }: Tenant, email_address: string) =>
  auditedIn("people.erase", { id, name })(
    Effect.gen(function* () {
      let all = yield* people.erase(id, { email_address })
      for (let pauses = 0; !all.done && pauses < maxPauses;) {
        if (all.in_flight > 0) {
          pauses++
          yield* Effect.sleep(pause)
        }
        all = sum(all, yield* people.erase(id, { email_address }))
      }
      return { tenant: name, ...all }
    })
  )

const described = ({
  cancelled,
  contents,
  emails,
  suppressions,
  tenant,
  texts
}: ErasedPerson & { readonly tenant: string }) =>
  `${tenant}: ${counted(emails, "message")} erased (${String(cancelled)} of them cancelled), ${counted(contents, "content")} removed, ` +
  `${counted(suppressions, "suppression")} kept under a pseudonym, ${counted(texts, "other text")} changed.`

export const people = group("people", "Shows and erases what is kept about a recipient of mail.", {
  export: command({
    description:
      "Prints everything that is kept about a person as JSON: messages with their events and contents, suppressions, and reports that name the address.",
    request: ExportPerson,
    arguments: { email },
    options: { tenant },
    perform: (people, { email, tenant }) =>
      Effect.map(
        Effect.forEach(tenant, (one) => exportedFrom(people, one, email)),
        (tenants) => ({ email_address: email, tenants })
      ),
    text: (found) => JSON.stringify(found, null, 2)
  }),
  erase: command({
    description:
      "Erases a person: cancels what waits, and leaves messages in the log without address, name, subject and content. Suppressions stay under a pseudonym. It can't be undone.",
    request: ErasePerson,
    arguments: { email },
    options: { tenant },
    confirm: (_, { tenant }) =>
      Effect.succeed(
        `Erase everything about this person from ${tenant.length === 1 ? `the tenant "${tenant[0]?.name ?? ""}"` : `all ${String(tenant.length)} tenants`}? This can't be undone.`
      ),
    perform: (people, { email, tenant }) =>
      Effect.gen(function* () {
        const data = yield* Effect.forEach(tenant, (one) => erasedFrom(people, one, email))
        const isAll = (yield* listTenants).length === tenant.length
        const shared_texts = isAll ? yield* people.eraseShared({ email_address: email }) : 0
        return { data, shared_texts }
      }),
    text: ({ data, shared_texts }) =>
      [
        ...data.map(described),
        ...(shared_texts === 0
          ? []
          : [`Of no tenant: ${counted(shared_texts, "text")} changed, such as unmatched feedback.`])
      ].join("\n"),
    problem: ({ data }) =>
      data.every(({ done }) => done)
        ? undefined
        : "Some mail to the address is still being sent. Run this again in some minutes."
  })
})
