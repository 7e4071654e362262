import {
  type CreatedFeedbackSource,
  CreateFeedbackSource,
  type FeedbackSource,
  FeedbackSources,
  type Tenant
} from "@telemark/core"
import { Effect } from "effect"
import * as Flag from "effect/cli/Flag"
import { readFile } from "node:fs/promises"
import { layerOperations } from "../application/layers.js"
import { commandFailed } from "./failures.js"
import { tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { type LookedUp, optional } from "./parameters.js"
import { optionalTenant } from "./tenantParameters.js"
import { withDatabase } from "./withSettings.js"

const command = operationCommands(withDatabase(layerOperations), FeedbackSources)

const tenant = optionalTenant(
  "The tenant whose mail the provider reports on; by default the operator's sources, which report on mail of all tenants."
)

const ownerOf = (tenant: Tenant | undefined): string | null => tenant?.id ?? null

const credentialFile = Flag.withDescription(
  Flag.String("credential-file"),
  "A file with the credential that the provider's calls are checked with; /dev/stdin for standard input. It isn't an option's value, which others could see."
)

/** A public key is the longest. */
const maxCredential = 4096

const readCredential = (file: string) =>
  Effect.flatMap(
    Effect.tryPromise({
      try: () => readFile(file, "utf8"),
      catch: () =>
        commandFailed(
          "file_not_readable",
          "The credential's file can't be read. Check --credential-file."
        )
    }),
    (text) =>
      text.length > maxCredential
        ? commandFailed(
            "invalid_credential",
            "The credential's file is too large to be a credential."
          )
        : Effect.succeed(text.trim())
  )

const optionalCredential: LookedUp<string | undefined> = {
  parameter: optional(credentialFile),
  find: (file: string | undefined) =>
    file === undefined ? Effect.succeed(undefined) : readCredential(file)
}
const credential: LookedUp<string> = { parameter: credentialFile, find: readCredential }

const missing =
  "There is no such source. `telemark feedback-sources list` lists the operator's, and with --tenant a tenant's."

const numbered = (steps: ReadonlyArray<string>): string =>
  steps.map((step, index) => `${String(index + 1)}. ${step}`).join("\n")

const explained = ({
  instructions,
  needs_credential,
  url,
  warning
}: CreatedFeedbackSource): string =>
  [
    ...(url.startsWith("/")
      ? [
          "This is a path: put the address of this server on the internet before it, or set TELEMARK_PUBLIC_URL."
        ]
      : []),
    warning,
    "",
    `At ${instructions.title}:`,
    numbered(instructions.steps),
    "",
    `Events: ${instructions.events.join(", ")}.`,
    ...(needs_credential && instructions.credential !== null
      ? [
          `Credential: ${instructions.credential} Enter it with \`telemark feedback-sources update\`: calls are refused until then.`
        ]
      : [])
  ].join("\n")

const stateOf = ({
  last_called_at,
  last_refused_at,
  last_refused_reason,
  needs_credential
}: FeedbackSource): string => {
  if (needs_credential) return "needs its credential"
  if (last_refused_at === null) return last_called_at === null ? "never called" : "called"
  return last_called_at === null || last_refused_at > last_called_at
    ? `refused: ${last_refused_reason ?? ""}`
    : "called"
}

const source = "The source's id, fsrc_…."

const description = "Makes, lists and removes the addresses that mail providers report to."

export const feedbackSources = group("feedback-sources", description, {
  add: command({
    description:
      "Makes the address that a mail provider reports to, prints it, only this once, and says what to enter there.",
    request: CreateFeedbackSource,
    arguments: { provider: "The mail provider." },
    options: { tenant, credential: optionalCredential },
    audits: ["feedbackSources.create", "feedback_source"],
    perform: (sources, { tenant, ...request }) => sources.create(ownerOf(tenant), request),
    // Only the address goes to standard output, so that scripts can read it.
    text: (created) => [created.url, explained(created)]
  }),
  list: command({
    description:
      "Lists the sources, newest first, with their last call and refusal; their addresses aren't stored.",
    options: { tenant },
    perform: (sources, { tenant }) => sources.list(ownerOf(tenant)),
    text: ({ data }, { tenant }) => [
      tableOf(data, {
        SOURCE: "id",
        PROVIDER: "provider",
        STATE: stateOf,
        "LAST CALLED": ({ last_called_at }) => last_called_at ?? "never",
        "LAST REFUSED": ({ last_refused_at }) => last_refused_at ?? "never",
        MADE: "created_at"
      }),
      tenant === undefined
        ? "These are the operator's sources. `telemark feedback-sources list --tenant NAME` lists a tenant's."
        : `These are the sources of the tenant "${tenant.name}".`
    ]
  }),
  update: command({
    description: "Replaces the credential that a source's calls are checked with.",
    arguments: { source },
    options: { tenant, credential },
    audits: ["feedbackSources.update", "feedback_source", "source"],
    perform: (sources, { credential, source, tenant }) =>
      sources.update(ownerOf(tenant), source, { credential }),
    missing,
    text: () => "The credential was replaced. Calls are checked with it from now on."
  }),
  remove: command({
    description: "Removes a source; its address is unknown from then on.",
    arguments: { source },
    options: { tenant },
    audits: ["feedbackSources.remove", "feedback_source", "source"],
    perform: (sources, { source, tenant }) => sources.remove(ownerOf(tenant), source),
    missing,
    text: () => "The source was removed. Its address is unknown from now on."
  })
})
