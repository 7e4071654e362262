import { type Asked, callOf, type Page } from "../calls/Call.js"
import type { SendOptions } from "../calls/options.js"
import { type Client, operations } from "../generated/operations.js"
import { batchOf, encodeBatch, encodeSend } from "./sends.js"
import type { Runner, Style } from "./Style.js"

type Given = ReadonlyArray<unknown>

const isParameter = (part: string): boolean => /^\d/.test(part)

const partsOf = ({ at }: Asked): ReadonlyArray<string> => at.slice(at.indexOf(" ") + 1).split("/")

const parametersIn = (asked: Asked): number => partsOf(asked).filter(isParameter).length

const readGiven = (asked: Asked, given: Given) => {
  const count = parametersIn(asked)
  const request = asked.takes === undefined ? undefined : given[count]
  return {
    path: partsOf(asked).map((part) =>
      isParameter(part) ? (given[Number(part)] as string | number) : part
    ),
    request: asked.argument === undefined ? request : { [asked.argument]: request },
    options: given[count + (asked.takes === undefined ? 0 : 1)] as SendOptions | undefined
  }
}

/**
 * Entries of the answer match those that were sent: the caller may change the list before it
 * arrives.
 */
const copyOf = (requests: unknown): ReadonlyArray<unknown> | null =>
  Array.isArray(requests) ? [...(requests as ReadonlyArray<unknown>)] : null

const methodOf =
  <S extends Style>({ one, stream }: Runner<S>, asked: Asked) =>
  (...given: Given): unknown => {
    const { options, path, request } = readGiven(asked, given)
    if (asked.produces !== undefined) return stream(callOf(asked, path, { request }), options)
    return one(
      callOf(asked, path, { request, idempotencyKey: options?.idempotencyKey }),
      options as S["options"]
    )
  }

const allPagesOf =
  <S extends Style>({ many }: Runner<S>, asked: Asked) =>
  (...given: Given): unknown => {
    const { path } = readGiven(asked, given)
    const [first, second] = given.slice(parametersIn(asked))
    const [filters, options] = asked.isFiltered === true ? [first, second] : [undefined, first]
    return many(
      (position) =>
        callOf<Page<unknown>>(asked, path, {
          request: { ...(filters as object | undefined), ...position }
        }),
      options as S["options"]
    )
  }

/**
 * Attachments are encoded as base64, and the answer to a batch has an error for each refused entry.
 */
const sendsOf = <S extends Style>(
  { one }: Runner<S>,
  { send, sendBatch }: Readonly<Record<"send" | "sendBatch", Asked>>
) => ({
  send: (request: unknown, options?: SendOptions & S["options"]) =>
    one(
      callOf(send, partsOf(send), {
        request,
        encode: encodeSend,
        idempotencyKey: options?.idempotencyKey
      }),
      options
    ),
  sendBatch: (requests: unknown, options?: SendOptions & S["options"]) => {
    const copied = copyOf(requests)
    return one(
      callOf(sendBatch, partsOf(sendBatch), {
        request: copied,
        encode: encodeBatch,
        read: batchOf(copied?.length ?? 0),
        idempotencyKey: options?.idempotencyKey
      }),
      options
    )
  }
})

export const makeOperations = <S extends Style>(runner: Runner<S>): Client<S> => {
  const groupOf = (all: Readonly<Record<string, Asked>>): Readonly<Record<string, unknown>> =>
    Object.fromEntries(
      Object.entries(all).flatMap(([name, asked]): ReadonlyArray<readonly [string, unknown]> => [
        [name, methodOf(runner, asked)],
        ...(asked.allPages === undefined
          ? []
          : [[asked.allPages, allPagesOf(runner, asked)] as const])
      ])
    )
  const groups = Object.fromEntries(
    Object.entries(operations).map(([group, all]) => [group, groupOf(all)])
  )
  return {
    ...groups,
    emails: { ...groups["emails"], ...sendsOf(runner, operations["emails"] as never) }
  } as unknown as Client<S>
}
