import { Success } from "../members.js"
import { AddSuppression, ListSuppressions, RemoveSuppression, Suppressed, SuppressionCheck, SuppressionList } from "../Suppressions/index.js"
import { operation } from "./Operation.js"
import { isRepeat } from "./repeats.js"

const email = { email: { description: "An address, URL-encoded." } }

export const suppressions = {
  /** Suppresses an address in any spelling. An existing entry stays as it is. */
  add: operation({
    method: "POST",
    path: "/suppressions",
    scope: "suppression:write",
    summary: "Suppress an address",
    description: "With `topic`, only mail of that topic is blocked.",
    body: AddSuppression,
    response: Suppressed,
    answers: { 201: "The address is suppressed from now on.", 200: "The address was suppressed already." },
    isRepeat: (suppressed: Suppressed) => isRepeat(suppressed),
    mark: "status",
    repeat: "always"
  }),
  /** Lists suppressed addresses, newest first. */
  list: operation({
    method: "GET",
    path: "/suppressions",
    scope: "suppression:read",
    summary: "List suppressed addresses, newest first",
    query: ListSuppressions,
    response: SuppressionList,
    answers: { 200: "A page of suppressed addresses." },
    mark: "data",
    allPages: "all"
  }),
  /** Whether an address, in any spelling, is suppressed. */
  check: operation({
    method: "GET",
    path: "/suppressions/check/:email",
    parameters: email,
    scope: "suppression:read",
    summary: "Look up whether an address is suppressed",
    response: SuppressionCheck,
    answers: { 200: "Whether the address is suppressed." },
    mark: "suppressed",
    errors: ["ValidationFailed"]
  }),
  /** Removes the suppression of the whole address, or of one topic. */
  remove: operation({
    method: "DELETE",
    path: "/suppressions/:email",
    parameters: email,
    scope: "suppression:write",
    summary: "Allow mail to an address again",
    description: "Removes one suppression: that of the whole address or, with `topic`, that of the topic. The others stay.",
    query: RemoveSuppression,
    response: Success,
    answers: { 200: "The address gets mail again." },
    mark: "success",
    errors: ["NotFound"]
  })
} as const
