import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { type Topic, Topics } from "@telemark/core"
import { Effect, Option } from "effect"
import { print, printJson } from "../output.js"
import { CommandFailed } from "./failures.js"
import { formatTable } from "./formatTable.js"
import { flag, json } from "./options.js"
import { tenantOf } from "./tenantsOf.js"
import { withServices } from "./withServices.js"

const tenant = Flag.String("tenant").pipe(
  Flag.withDescription("The tenant that owns the topics."),
  Flag.withDefault("default")
)

const topic = Argument.String("topic")
const known = topic.pipe(Argument.withDescription("The topic's id."))

const name = Flag.String("name").pipe(
  Flag.withDescription('The name that recipients read, such as "Monthly newsletter".')
)
const description = Flag.String("description").pipe(
  Flag.withDescription("What its mail is about, in a sentence for recipients."),
  Flag.optional
)

const noSuchTopic = (tenantName: string): CommandFailed =>
  new CommandFailed({
    code: "not_found",
    message: `The tenant "${tenantName}" has no such topic. \`telemark topics list\` lists its topics, \`telemark topics create\` creates one.`
  })

const create = Command.make(
  "create",
  {
    topic: topic.pipe(
      Argument.withDescription(
        "The id by which sends name it: 1 to 50 lower-case letters, digits, dashes or underscores."
      )
    ),
    name,
    description,
    tenant,
    json
  },
  ({ description, json, name, tenant, topic }) =>
    withServices(() =>
      Effect.gen(function* () {
        const topics = yield* Topics
        const created = yield* topics.create((yield* tenantOf(tenant)).id, {
          id: topic,
          name,
          description: Option.getOrUndefined(description)
        })
        yield* json
          ? printJson(created)
          : print(`The topic ${created.id} was created. Sends can name it from now on.`)
      })
    )
).pipe(
  Command.withDescription(
    "Creates a topic: a kind of mail that recipients can unsubscribe from by itself."
  )
)

const row = ({ created_at, id, name, translations }: Topic): ReadonlyArray<string> => [
  id,
  name,
  Object.keys(translations).join(", ") || "-",
  created_at
]

const list = Command.make("list", { tenant, json }, ({ json, tenant }) =>
  withServices(() =>
    Effect.gen(function* () {
      const topics = yield* Topics
      const found = yield* topics.list((yield* tenantOf(tenant)).id)
      if (json) return yield* printJson(found)
      yield* print(formatTable([["TOPIC", "NAME", "LANGUAGES", "CREATED"], ...found.data.map(row)]))
    })
  )
).pipe(Command.withDescription("Lists the topics, in the order in which they were created."))

const update = Command.make(
  "update",
  {
    topic: known,
    name: Flag.optional(name),
    description,
    noDescription: flag("no-description").pipe(Flag.withDescription("Removes the description.")),
    tenant,
    json
  },
  ({ description, json, name, noDescription, tenant, topic }) =>
    withServices(() =>
      Effect.gen(function* () {
        if (noDescription && Option.isSome(description)) {
          return yield* new CommandFailed({
            code: "invalid_options",
            message: "Give either --description or --no-description, not both."
          })
        }
        const changes = {
          name: Option.getOrUndefined(name),
          description: noDescription ? null : Option.getOrUndefined(description)
        }
        if (changes.name === undefined && changes.description === undefined) {
          return yield* new CommandFailed({
            code: "invalid_options",
            message: "Say what to change: --name, --description or --no-description."
          })
        }
        const topics = yield* Topics
        const { id } = yield* tenantOf(tenant)
        const changed = yield* Effect.catchTag(topics.update(id, topic, changes), "NotFound", () =>
          noSuchTopic(tenant)
        )
        yield* json ? printJson(changed) : print(`The topic ${changed.id} was changed.`)
      })
    )
).pipe(
  Command.withDescription(
    "Changes a topic's name or description. Translations are changed over HTTP or in process."
  )
)

const remove = Command.make("remove", { topic: known, tenant, json }, ({ json, tenant, topic }) =>
  withServices(() =>
    Effect.gen(function* () {
      const topics = yield* Topics
      const { id } = yield* tenantOf(tenant)
      yield* Effect.catchTag(topics.remove(id, topic), "NotFound", () => noSuchTopic(tenant))
      yield* json
        ? printJson({ success: true })
        : print("The topic was removed. Sends can't name it any more; its suppressions stay.")
    })
  )
).pipe(
  Command.withDescription(
    "Removes a topic. Its suppressions stay, and mail that was accepted before is still sent."
  )
)

export const topics = Command.make("topics").pipe(
  Command.withDescription(
    "Creates, lists, changes and removes topics: kinds of mail that recipients can unsubscribe from by themselves."
  ),
  Command.withSubcommands([create, list, update, remove])
)
