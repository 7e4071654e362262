import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import {
  type CreatedFeedbackSource,
  feedbackProviderNames,
  type FeedbackSource,
  FeedbackSources,
  type SourceOwner
} from "@telemark/core"
import { Effect, Option } from "effect"
import { readFile } from "node:fs/promises"
import { print, printJson, remark } from "../output.js"
import { CommandFailed } from "./failures.js"
import { formatTable } from "./formatTable.js"
import { json } from "./options.js"
import { tenantOf } from "./tenantsOf.js"
import { withOperations } from "./withOperations.js"

const tenant = Flag.String("tenant").pipe(
  Flag.withDescription(
    "The tenant whose mail the provider reports on; by default the operator's sources, which report on mail of all tenants."
  ),
  Flag.optional
)

const ownerOf = (name: Option.Option<string>) =>
  Option.match(name, {
    onNone: () => Effect.succeed<SourceOwner>(null),
    onSome: (text) => Effect.map(tenantOf(text), ({ id }): SourceOwner => id)
  })

const credentialFile = Flag.String("credential-file").pipe(
  Flag.withDescription(
    "A file with the credential that the provider's calls are checked with; /dev/stdin for standard input. It isn't an option's value, which others could see."
  )
)

/** The longest credential is a public key. */
const maxCredential = 4096

const readCredential = (file: string): Effect.Effect<string, CommandFailed> =>
  Effect.flatMap(
    Effect.tryPromise({
      try: () => readFile(file, "utf8"),
      catch: () =>
        new CommandFailed({
          code: "file_not_readable",
          message: "The credential's file can't be read. Check --credential-file."
        })
    }),
    (text) =>
      text.length > maxCredential
        ? new CommandFailed({
            code: "invalid_credential",
            message: "The credential's file is too large to be a credential."
          })
        : Effect.succeed(text.trim())
  )

const noSuchSource = new CommandFailed({
  code: "not_found",
  message:
    "There is no such source. `telemark feedback-sources list` lists the operator's, and with --tenant a tenant's."
})

const source = Argument.String("source").pipe(Argument.withDescription("The source's id, fsrc_…."))

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

const add = Command.make(
  "add",
  {
    provider: Argument.Literals("provider", feedbackProviderNames).pipe(
      Argument.withDescription("The mail provider.")
    ),
    tenant,
    credentialFile: Flag.optional(credentialFile),
    json
  },
  ({ credentialFile, json, provider, tenant }) =>
    withOperations(() =>
      Effect.gen(function* () {
        const sources = yield* FeedbackSources
        const owner = yield* ownerOf(tenant)
        const credential = yield* Effect.transposeOption(Option.map(credentialFile, readCredential))
        const created = yield* sources.create(owner, {
          provider,
          credential: Option.getOrUndefined(credential)
        })
        if (json) return yield* printJson(created)
        // Only the address goes to standard output, so that scripts can read it.
        yield* print(created.url)
        yield* remark(explained(created))
      })
    )
).pipe(
  Command.withDescription(
    "Makes the address that a mail provider reports to, prints it, only this once, and says what to enter there."
  )
)

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

const row = (found: FeedbackSource): ReadonlyArray<string> => [
  found.id,
  found.provider,
  stateOf(found),
  found.last_called_at ?? "never",
  found.last_refused_at ?? "never",
  found.created_at
]

const list = Command.make("list", { tenant, json }, ({ json, tenant }) =>
  withOperations(() =>
    Effect.gen(function* () {
      const sources = yield* FeedbackSources
      const found = yield* sources.list(yield* ownerOf(tenant))
      if (json) return yield* printJson(found)
      yield* print(
        formatTable([
          ["SOURCE", "PROVIDER", "STATE", "LAST CALLED", "LAST REFUSED", "MADE"],
          ...found.data.map(row)
        ])
      )
      yield* remark(
        Option.match(tenant, {
          onNone: () =>
            "These are the operator's sources. `telemark feedback-sources list --tenant NAME` lists a tenant's.",
          onSome: (name) => `These are the sources of the tenant "${name}".`
        })
      )
    })
  )
).pipe(
  Command.withDescription(
    "Lists the sources, newest first, with their last call and refusal; their addresses aren't stored."
  )
)

const update = Command.make(
  "update",
  { source, tenant, credentialFile, json },
  ({ credentialFile, json, source, tenant }) =>
    withOperations(() =>
      Effect.gen(function* () {
        const sources = yield* FeedbackSources
        const owner = yield* ownerOf(tenant)
        const credential = yield* readCredential(credentialFile)
        const changed = yield* Effect.catchTag(
          sources.update(owner, source, { credential }),
          "NotFound",
          () => noSuchSource
        )
        yield* json
          ? printJson(changed)
          : print("The credential was replaced. Calls are checked with it from now on.")
      })
    )
).pipe(Command.withDescription("Replaces the credential that a source's calls are checked with."))

const remove = Command.make("remove", { source, tenant, json }, ({ json, source, tenant }) =>
  withOperations(() =>
    Effect.gen(function* () {
      const sources = yield* FeedbackSources
      yield* Effect.catchTag(
        sources.remove(yield* ownerOf(tenant), source),
        "NotFound",
        () => noSuchSource
      )
      yield* json
        ? printJson({ success: true })
        : print("The source was removed. Its address is unknown from now on.")
    })
  )
).pipe(Command.withDescription("Removes a source; its address is unknown from then on."))

export const feedbackSources = Command.make("feedback-sources").pipe(
  Command.withDescription("Makes, lists and removes the addresses that mail providers report to."),
  Command.withSubcommands([add, list, update, remove])
)
