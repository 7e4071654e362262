import { Success } from "../members.js"
import {
  AddSuppression,
  ExportSuppressions,
  ImportedSuppressions,
  ImportSuppressions,
  ListSuppressions,
  RemoveSuppression,
  Suppressed,
  Suppression,
  SuppressionCheck,
  SuppressionList
} from "../suppressions.js"
import { apostrophes, del, get, isRepeat, maxBodyOctets, post, readAllPages } from "./Operation.js"

const email = { email: { description: "An address, URL-encoded." } }

export const suppressions = {
  /** In any spelling. An existing entry stays as it is. */
  add: post("/suppressions", "suppression:write", "Suppress an address", {
    description: "With `topic`, only mail of that topic is blocked.",
    body: AddSuppression,
    response: Suppressed,
    answers: {
      201: "The address is suppressed from now on.",
      200: "The address was suppressed already."
    },
    isRepeat: (suppressed: Suppressed) => isRepeat(suppressed),
    mark: "status",
    repeat: "always"
  }),
  list: get("/suppressions", "suppression:read", "List suppressed addresses, newest first", {
    description: `Entries must match all filters. ${readAllPages}`,
    query: ListSuppressions,
    response: SuppressionList,
    answers: { 200: "A page of suppressed addresses." },
    mark: "data",
    allPages: "all"
  }),
  /** Newest first: a header, then one line for each. */
  export: get(
    "/suppressions/export",
    "suppression:read",
    "Export suppressed addresses as CSV, newest first",
    {
      description:
        "Takes the filters of the list, and streams every match. The first line names the columns. An import of the table restores them. " +
        apostrophes,
      query: ExportSuppressions,
      response: Suppression,
      produces: "text/csv",
      answers: { 200: "A table with the columns of a suppression in a list." },
      mark: "email_address"
    }
  ),
  /** Invalid rows are reported and left out; a repeated import changes nothing. */
  import: post("/suppressions/import", "suppression:write", "Suppress up to 100,000 addresses", {
    description:
      "Takes JSON, or with the content type `text/csv` a table in UTF-8: its first line names the columns `email_address` and, if you have them, " +
      "`reason` and `topic`, in any order; others are ignored. Without such a line, the columns have that order. " +
      "Invalid rows are left out and reported; all others are stored. Addresses that are suppressed already stay as they are. The body may have 10 MiB. " +
      "A tenant's imports are done one after the other; one that would wait for more than 10 seconds is answered 503. " +
      "If the client hangs up, what was stored by then stays, and the import can be repeated.",
    body: ImportSuppressions,
    consumes: "text/csv",
    maxBody: maxBodyOctets.import,
    isHeavy: true,
    response: ImportedSuppressions,
    answers: { 200: "How many addresses were added, and which rows are invalid." },
    mark: "added",
    repeat: "always",
    examples: {
      two: {
        suppressions: [
          { email_address: "ada@example.com" },
          { email_address: "bob@example.com", reason: "asked by phone" }
        ]
      }
    }
  }),
  check: get(
    "/suppressions/check/:email",
    "suppression:read",
    "Look up whether an address is suppressed",
    {
      parameters: email,
      response: SuppressionCheck,
      answers: { 200: "Whether the address is suppressed." },
      mark: "suppressed",
      errors: ["ValidationFailed"]
    }
  ),
  /** Of the whole address, or of one topic. */
  remove: del("/suppressions/:email", "suppression:write", "Allow mail to an address again", {
    parameters: email,
    description:
      "Removes one suppression: that of the whole address or, with `topic`, that of the topic. The others stay.",
    query: RemoveSuppression,
    response: Success,
    answers: { 200: "The address gets mail again." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
