import { Success } from "../members.js"
import { AddSuppression, Suppressed, SuppressionCheck, SuppressionList } from "../Suppressions/index.js"
import { PageRequest } from "../Paging/index.js"
import { operation } from "./Operation.js"
import { isRepeat } from "./repeats.js"

const email = { email: { description: "An address, URL-encoded." } }

/** Addresses that must not be mailed. */
export const suppressions = {
  /** Suppresses an address, however it is spelled. If it was before, its first entry stays. */
  add: operation({
    method: "POST",
    path: "/suppressions",
    scope: "suppression:write",
    summary: "Suppress an address",
    body: AddSuppression,
    response: Suppressed,
    answers: { 201: "Suppressed from now on.", 200: "It was suppressed before." },
    isRepeat: (suppressed: Suppressed) => isRepeat(suppressed),
    mark: "status",
    repeat: "always"
  }),
  /** Newest first. */
  list: operation({
    method: "GET",
    path: "/suppressions",
    scope: "suppression:read",
    summary: "List suppressed addresses, newest first",
    query: PageRequest,
    response: SuppressionList,
    answers: { 200: "A page of them." },
    mark: "data",
    allPages: "all"
  }),
  /** Whether an address is suppressed, however it is spelled. */
  check: operation({
    method: "GET",
    path: "/suppressions/check/:email",
    parameters: email,
    scope: "suppression:read",
    summary: "Look up whether an address is suppressed",
    response: SuppressionCheck,
    answers: { 200: "Whether it is." },
    mark: "suppressed",
    errors: ["ValidationFailed"]
  }),
  /** Allows mail to the address again. */
  remove: operation({
    method: "DELETE",
    path: "/suppressions/:email",
    parameters: email,
    scope: "suppression:write",
    summary: "Allow mail to an address again",
    response: Success,
    answers: { 200: "It may be mailed." },
    mark: "success",
    errors: ["ValidationFailed", "NotFound"]
  })
} as const
