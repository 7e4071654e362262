import { Success } from "../members.js"
import { CreateTopic, Topic, TopicList, UpdateTopic } from "../topics.js"
import { del, get, patch, post } from "./Operation.js"

const id = { id: { description: "The topic's id." } } as const

export const topics = {
  /** `TopicExists` if there is one of this id. */
  create: post("/topics", "topic:write", "Create a topic", {
    description:
      "Sends can name it from then on. A tenant has at most 100 topics. Suppressions that an earlier topic of this id left count again.",
    body: CreateTopic,
    response: Topic,
    answers: { 201: "The topic." },
    mark: "name",
    errors: ["TopicExists"],
    examples: {
      newsletter: {
        id: "newsletter",
        name: "Newsletter",
        description: "News about our products, once a month."
      },
      languages: {
        id: "offers",
        name: "Offers",
        translations: { de: { name: "Angebote", description: "Rabatte und Aktionen." } }
      }
    }
  }),
  list: get("/topics", "topic:read", "List the topics, in the order in which they were created", {
    response: TopicList,
    answers: { 200: "All topics." },
    mark: "data"
  }),
  /** What is left out stays as it is; null removes the description or a language. */
  update: patch("/topics/:id", "topic:write", "Change a topic", {
    parameters: id,
    description:
      "Members that you leave out stay as they are. `description: null` removes the description, and a translation that is null removes the language.",
    body: UpdateTopic,
    response: Topic,
    answers: { 200: "The changed topic." },
    mark: "name",
    errors: ["NotFound"],
    repeat: "always",
    examples: { german: { translations: { de: { name: "Neuigkeiten" } } } }
  }),
  /** Its suppressions stay, and mail that was accepted before is still sent. */
  remove: del("/topics/:id", "topic:write", "Remove a topic", {
    parameters: id,
    description:
      "Sends can't name it any more, and recipients don't see it any more. Mail that was accepted before is still sent, except to addresses that are suppressed for the topic. These suppressions stay, and count again if you create a topic of this id.",
    response: Success,
    answers: { 200: "Removed. Its suppressions stay." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
