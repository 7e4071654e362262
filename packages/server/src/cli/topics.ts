import { CreateTopic, type Tenant, Topics, UpdateTopic } from "@telemark/core"
import { tableOf } from "./formatTable.js"
import { group, operationCommands } from "./operationCommand.js"
import { oneTenant } from "./tenantParameters.js"
import { withServices } from "./withSettings.js"

const command = operationCommands(withServices, Topics)
const tenant = oneTenant("The tenant that owns the topics.")
const topic = "The topic's id."

const missing = ({ tenant: { name } }: { readonly tenant: Tenant }) =>
  `The tenant "${name}" has no such topic. \`telemark topics list\` lists its topics, \`telemark topics create\` creates one.`

const description =
  "Creates, lists, changes and removes topics: kinds of mail that recipients can unsubscribe from by themselves."

export const topics = group("topics", description, {
  create: command({
    description: "Creates a topic: a kind of mail that recipients can unsubscribe from by itself.",
    request: CreateTopic,
    arguments: {
      topic:
        "The id by which sends name it: 1 to 50 lower-case letters, digits, dashes or underscores, and first a letter or digit."
    },
    options: {
      name: 'The name that recipients read, such as "Monthly newsletter".',
      description: "What its mail is about, in a sentence for recipients.",
      tenant
    },
    audits: ["topics.create", "topic", "topic"],
    perform: (topics, { tenant, topic: id, ...texts }) =>
      topics.create(tenant.id, { id, ...texts }),
    text: ({ id }) => `The topic ${id} was created. Sends can name it from now on.`
  }),
  list: command({
    description: "Lists the topics, in the order in which they were created.",
    options: { tenant },
    perform: (topics, { tenant }) => topics.list(tenant.id),
    text: ({ data }) =>
      tableOf(data, {
        TOPIC: "id",
        NAME: "name",
        LANGUAGES: ({ translations }) => Object.keys(translations).join(", ") || "-",
        CREATED: "created_at"
      })
  }),
  update: command({
    description:
      "Changes a topic's name or description. Translations are changed over HTTP or in process.",
    changes: UpdateTopic,
    arguments: { topic },
    options: {
      name: 'The name that recipients read, such as "Monthly newsletter".',
      description: {
        text: "What its mail is about, in a sentence for recipients.",
        none: "Removes the description."
      },
      tenant
    },
    audits: ["topics.update", "topic", "topic"],
    perform: (topics, { tenant, topic, ...changes }) => topics.update(tenant.id, topic, changes),
    missing,
    text: ({ id }) => `The topic ${id} was changed.`
  }),
  remove: command({
    description:
      "Removes a topic. Its suppressions stay, and mail that was accepted before is still sent.",
    arguments: { topic },
    options: { tenant },
    audits: ["topics.remove", "topic", "topic"],
    perform: (topics, { tenant, topic }) => topics.remove(tenant.id, topic),
    missing,
    text: () => "The topic was removed. Sends can't name it any more; its suppressions stay."
  })
})
