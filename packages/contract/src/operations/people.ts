import { ErasedPerson, ErasePerson, ExportPerson, PersonExport } from "../people.js"
import { post } from "./Operation.js"

const scope = "person:manage"

/** By POST: an address in a URL would stand in the logs of proxies. */
export const people = {
  /** What is kept about a person. */
  export: post("/people/export", scope, "Export what is kept about a person", {
    description:
      "Messages to the address with their events and contents, its suppressions, and reports that name it. To read everything, pass `next` as `after`, until `next` is null.",
    body: ExportPerson,
    response: PersonExport,
    answers: { 200: "What is kept, page by page." },
    mark: "emails",
    repeat: "always",
    examples: { person: { email_address: "ada@example.com" } }
  }),
  /** Repeat it until it is done: it erases at most 1,000 messages at once. */
  erase: post("/people/erase", scope, "Erase a person", {
    description:
      "Mail to the address that waits is cancelled. Messages stay in the log and in all counts, without address, name, subject, metadata, and what servers said. " +
      "Contents that only this person got are removed, and so are those that name the address. Its suppressions stay under a pseudonym, so that the address still gets no mail. This can't be undone.",
    body: ErasePerson,
    response: ErasedPerson,
    answers: { 200: "What was erased, and whether anything is left." },
    mark: "done",
    repeat: "always",
    examples: { person: { email_address: "ada@example.com" } }
  })
} as const
