import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { addedMessage, Domains, type DomainSummary, rotatedMessage } from "@telemark/core"
import { Effect } from "effect"
import { print, printJson, remark } from "../output.js"
import { confirm } from "./confirm.js"
import { domain, noSuchDomain, recordText, tenant, verifyCommand } from "./domainsShared.js"
import { verify } from "./domainsVerify.js"
import { flag, json } from "./options.js"
import { formatTable } from "./formatTable.js"
import { tenantOf } from "./tenantsOf.js"
import { withOperations } from "./withOperations.js"

const add = Command.make("add", { domain, tenant, json }, ({ domain, json, tenant }) =>
  withOperations(() =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const added = yield* domains.add((yield* tenantOf(tenant)).id, { domain })
      if (json) return yield* printJson(added)
      yield* print(added.dns_records.map((record) => recordText(record)).join("\n\n"))
      yield* remark(`\n${addedMessage(verifyCommand(added.domain, tenant))}`)
    })
  )
).pipe(
  Command.withDescription(
    "Adds a sending domain, makes its key, and prints the DNS records to publish."
  )
)

const row = (found: DomainSummary): ReadonlyArray<string> => [
  found.domain,
  found.spf_verified && found.dkim_verified ? "ready" : "not ready",
  ...[found.spf_verified, found.dkim_verified, found.dmarc_verified].map((verified) =>
    verified ? "verified" : "-"
  ),
  found.created_at
]

const list = Command.make("list", { tenant, json }, ({ json, tenant }) =>
  withOperations(() =>
    Effect.gen(function* () {
      const domains = yield* Domains
      const { domains: found } = yield* domains.list((yield* tenantOf(tenant)).id)
      if (json) return yield* printJson({ domains: found })
      yield* print(
        formatTable([["DOMAIN", "STATE", "SPF", "DKIM", "DMARC", "ADDED"], ...found.map(row)])
      )
    })
  )
).pipe(
  Command.withDescription(
    "Lists the domains, newest first, and says which of their records are verified."
  )
)

const rotateDkim = Command.make(
  "rotate-dkim",
  { domain, tenant, json },
  ({ domain, json, tenant }) =>
    withOperations(() =>
      Effect.gen(function* () {
        const domains = yield* Domains
        const { id } = yield* tenantOf(tenant)
        const { before, rotated } = yield* Effect.all({
          before: domains.get(id, domain),
          rotated: domains.rotateDkim(id, domain)
        }).pipe(Effect.catchTag("NotFound", () => noSuchDomain(tenant)))
        if (json) return yield* printJson(rotated)
        const marks = new Map([
          ...before.dns_records.map(({ host }) => [host, ""] as const),
          ...(before.verification?.dkim_retired ?? []).map(
            ({ host, remove_after }) => [host, ` (may be removed after ${remove_after})`] as const
          )
        ])
        yield* print(
          rotated.dns_records
            .map((record) => recordText(record, marks.get(record.host) ?? " (new)"))
            .join("\n\n")
        )
        yield* remark(
          `\n${rotatedMessage(verifyCommand(rotated.domain, tenant), "`telemark domains verify`")}`
        )
      })
    )
).pipe(
  Command.withDescription(
    "Makes new DKIM keys. Each signs once its record is in DNS; until then the present keys sign."
  )
)

const yes = flag("yes").pipe(Flag.withDescription("Remove it without asking."))

const remove = Command.make(
  "remove",
  { domain, tenant, yes, json },
  ({ domain, json, tenant, yes }) =>
    withOperations(() =>
      Effect.gen(function* () {
        const domains = yield* Domains
        const { id } = yield* tenantOf(tenant)
        const found = yield* Effect.catchTag(domains.get(id, domain), "NotFound", () =>
          noSuchDomain(tenant)
        )
        yield* confirm({
          question: `Remove ${found.domain} of the tenant "${tenant}" with its keys? Its mail is then unsigned, and adding it again makes new keys to publish.`,
          otherwise: "Nothing was removed.",
          yes,
          json
        })
        yield* Effect.catchTag(domains.remove(id, domain), "NotFound", () => noSuchDomain(tenant))
        yield* json
          ? printJson({ success: true })
          : print("The domain and its keys were removed. They no longer sign its mail.")
      })
    )
).pipe(Command.withDescription("Removes a domain and its keys permanently."))

export const domains = Command.make("domains").pipe(
  Command.withDescription(
    "Adds sending domains, says which DNS records to publish, and verifies them."
  ),
  Command.withSubcommands([add, list, verify, rotateDkim, remove])
)
