import type { TelemarkClient } from "../../src/index.js"
import { nameOf, type Operation } from "./openApi.js"

/** What paths have to survive. */
/** Methods that take a list instead of an object with it. */
const takingLists: ReadonlySet<string> = new Set(["emails.sendBatch", "feedback.recordBatch"])

export const odd = "ä+b%2F/..?c#d &e@bücher.example"

type Method = (...args: ReadonlyArray<unknown>) => Promise<unknown> | AsyncIterable<unknown>

/**
 * Calls an operation with odd path parameters, every query parameter and some body, as its document
 * describes it.
 */
export const callOperation = (client: TelemarkClient, operation: Operation): Promise<unknown> => {
  const name = nameOf(operation)
  const [group = "", method = ""] = name.split(".")
  const call = (client as unknown as Readonly<Record<string, Readonly<Record<string, Method>>>>)[
    group
  ]?.[method]
  if (call === undefined) throw new Error(`There is no ${name}.`)
  const of = (place: string) =>
    (operation.parameters ?? []).filter((parameter) => parameter.in === place)
  const query =
    of("query").length === 0
      ? []
      : [
          name.startsWith("analytics.")
            ? "7d"
            : Object.fromEntries(of("query").map((one) => [one.name, `${one.name} &=`]))
        ]
  const body =
    operation.requestBody === undefined
      ? []
      : [takingLists.has(name) ? [{ some: "body" }] : { some: "body" }]
  const result = call(...of("path").map(() => odd), ...body, ...query)
  // A stream begins with its loop.
  return Symbol.asyncIterator in result ? result[Symbol.asyncIterator]().next() : result
}
