import type { GroupName, NamedOperation, OperationError, Operations } from "@telemark/contract"
import { allOperations, ValidationFailed } from "@telemark/contract"
import type {
  Caller,
  Emails,
  Implementations,
  makeRecorded,
  WebhookEndpoints
} from "@telemark/core"
import { Effect } from "effect"
import { type Refused, refused } from "./errors.js"

/** A request that has passed key, scope and rate limit. */
export interface Call {
  readonly caller: Caller
  /** Of the path, unescaped. */
  readonly id: string
  readonly query: URLSearchParams
  readonly header: (name: string) => string | undefined
  /** Undefined if the operation takes none. */
  readonly body: unknown
  readonly requestId: string
}

/** What a call is carried out with. */
export interface Carrying extends Implementations {
  readonly service: typeof Emails.Service
  readonly endpoints: typeof WebhookEndpoints.Service
  /** For what isn't one of the implementations, which are recorded already. */
  readonly recorded: Effect.Success<typeof makeRecorded>
}

export type Failure = OperationError | Refused

/** What is answered with 200, as JSON. */
export type Carried = Effect.Effect<object, Failure>

export interface ResendRoute {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE"
  /** `:id` stands for an id. */
  readonly path: string
  /** Ours: its scope, rate limit and bounds are those of the route. */
  readonly operation: NamedOperation
  readonly carry: (call: Call, by: Carrying) => Carried
  /** Our names of members in problems, and theirs; null if they have none. */
  readonly names: Names
  readonly takesBody: boolean
}

export type Names = Readonly<Record<string, string | null>>

const find = (group: GroupName, name: string): NamedOperation => {
  const found = allOperations.find((one) => one.group === group && one.name === name)
  if (found === undefined) throw new Error(`There is no operation ${group}.${name}.`)
  return found
}

interface RouteOptions {
  readonly names?: Names
  /** By default whether the operation has one. */
  readonly takesBody?: boolean
}

export const route = <Group extends GroupName>(
  method: ResendRoute["method"],
  path: string,
  [group, name]: readonly [Group, keyof Operations[Group] & string],
  carry: ResendRoute["carry"],
  { names = {}, takesBody }: RouteOptions = {}
): ResendRoute => {
  const operation = find(group, name)
  return {
    method,
    path,
    operation,
    carry,
    names,
    takesBody: takesBody ?? operation.operation.body !== undefined
  }
}

const renamedPath = (path: string, names: Names): string | null => {
  const [first = "", ...rest] = path.split(".")
  const name = Object.hasOwn(names, first) ? names[first] : first
  return name === null || name === undefined ? null : [name, ...rest].join(".")
}

/** Problems at the members that the caller has given. */
export const renamed = ({ details }: ValidationFailed, names: Names): ValidationFailed => {
  const entries = Object.entries(details).flatMap(([path, reasons]) => {
    const theirs = renamedPath(path, names)
    return theirs === null ? [] : [[theirs, reasons] as const]
  })
  return new ValidationFailed({
    details: entries.length === 0 ? details : Object.fromEntries(entries)
  })
}

export type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Members that are null count as absent, as the SDK's types allow them. */
export const membersOf = (body: unknown): Members =>
  isObject(body)
    ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
    : {}

export const needsObject = (body: unknown): Effect.Effect<Members, Refused> =>
  isObject(body)
    ? Effect.succeed(membersOf(body))
    : Effect.fail(refused(422, "validation_error", "The body must be a JSON object."))

/** Without members that are undefined, which count as given. */
export const present = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
