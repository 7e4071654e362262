import type { Schema } from "effect"
import type { Scope } from "../apiKeys.js"
import type { ErrorName } from "../errors.js"
import { wireMembersOf } from "../jsonSchema.js"

const mebibyte = 1024 * 1024

export const maxBodyOctets = {
  /** 10 MiB of files in base64, and the mail itself. */
  send: 15 * mebibyte,
  /** 100,000 addresses, each with a short reason. */
  import: 10 * mebibyte,
  /** A template's sources in several languages. */
  template: 5 * mebibyte,
  feedbackCall: 5 * mebibyte,
  other: mebibyte
} as const

export const readAllPages =
  "To read all pages, pass `next` of the previous page as `after`, until `next` is null."

/** Said of a table, behind what it has. */
export const apostrophes =
  "A value that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage return) has an apostrophe before it."

export interface PathParameter {
  readonly description: string
  /** 1 or more; anything else is not found. Text by default. */
  readonly isNumber?: true
}

/**
 * With an unknown outcome. `always`: twice is like once. `keyed`: only with an Idempotency-Key.
 * `never`: it could take effect twice, or fail although the first one succeeded.
 */
export type Repeat = "always" | "keyed" | "never"

/** Server, clients and documents derive from it. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below `/v1`; `:name` stands for a parameter. */
  readonly path: string
  readonly parameters?: Readonly<Record<string, PathParameter>>
  readonly scope: Scope
  readonly summary: string
  readonly description?: string
  readonly query?: Schema.Codec<unknown, unknown>
  readonly body?: Schema.Codec<unknown, unknown>
  /** The member of body or query that methods take directly. */
  readonly argument?: string
  /** Octets; 1 MiB by default. */
  readonly maxBody?: number
  /** A missing body means an empty object. */
  readonly isBodyOptional?: true
  /** The effect of an Idempotency-Key. */
  readonly idempotencyKey?: string
  /** Of a stream (`produces`) one item: a row of the table, or an event's data. */
  readonly response: Schema.Codec<unknown, unknown>
  /** A stream, whose length isn't known when it begins. */
  readonly produces?: "text/csv" | "text/event-stream"
  /** Instead of JSON. Methods take text or octets of it in place of the request. */
  readonly consumes?: "text/csv"
  /** By status. The highest is the usual one; 200 beside it: the answer repeats an earlier one. */
  readonly answers: Readonly<Record<number, string>>
  /** Then the status is 200 instead of 201. */
  readonly isRepeat?: (response: never) => boolean
  /** A member of every answer: that of another service or a gateway lacks it. */
  readonly mark: string
  /** Beyond those that all operations share. */
  readonly errors?: ReadonlyArray<ErrorName>
  /** `always` by default for reads, `never` for others. */
  readonly repeat?: Repeat
  /** By default reads are unlimited, and others count as writes. */
  readonly counts?: "sends"
  /** Not administration: the audit log doesn't have it. */
  readonly isTraffic?: true
  /**
   * Interrupted when its client disconnects: it is expensive, and nothing depends on its
   * completion.
   */
  readonly endsWithClient?: true
  /** It makes much more of its body than octets: few are done at once, while their clients wait. */
  readonly isHeavy?: true
  readonly examples?: Readonly<Record<string, object>>
  /** The client method that iterates over all pages. */
  readonly allPages?: string
}

const by =
  <const Method extends Operation["method"]>(method: Method) =>
  <
    const Path extends string,
    const Needed extends Scope,
    const Rest extends Omit<Operation, "method" | "path" | "scope" | "summary">
  >(
    path: Path,
    scope: Needed,
    summary: string,
    rest: Rest
  ) => ({ method, path, scope, summary, ...rest })

export const get = by("GET")
export const post = by("POST")
export const put = by("PUT")
export const patch = by("PATCH")
export const del = by("DELETE")

export const pathParametersOf = ({
  parameters = {},
  path
}: Operation): ReadonlyArray<PathParameter & { readonly name: string }> =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    description: "",
    ...parameters[name],
    name
  }))

export const queryParametersOf = ({ query }: Operation): ReadonlyArray<string> =>
  query === undefined ? [] : wireMembersOf(query).map(({ name }) => name)

const isRead = ({ method }: Operation): boolean => method === "GET"

/** Whether the audit log has it. */
export const isAudited = (stated: Operation): boolean =>
  !isRead(stated) && stated.isTraffic !== true

export const repeatOf = (stated: Operation): Repeat =>
  stated.repeat ?? (isRead(stated) ? "always" : "never")

/** Undefined if unlimited. */
export const countedAs = (stated: Operation): "sends" | "writes" | undefined =>
  stated.counts ?? (isRead(stated) ? undefined : "writes")

export const errorsOf = (stated: Operation): ReadonlyArray<ErrorName> => [
  "InvalidApiKey",
  "InsufficientScope",
  "ApiKeysBusy",
  ...(stated.body === undefined && stated.query === undefined && stated.idempotencyKey === undefined
    ? []
    : ["ValidationFailed" as const]),
  ...(stated.body === undefined ? [] : ["PayloadTooLarge" as const, "LargeBodiesBusy" as const]),
  ...(countedAs(stated) === undefined ? [] : ["RateLimited" as const]),
  ...(stated.errors ?? []),
  "InternalError",
  "StorageError"
]

/** In process there are no keys, bodies and answers. */
const ofRequests: ReadonlySet<ErrorName> = new Set([
  "InvalidApiKey",
  "InsufficientScope",
  "PayloadTooLarge",
  "LargeBodiesBusy",
  "RateLimited",
  "InternalError"
])

export const failuresOf = (stated: Operation): ReadonlyArray<ErrorName> =>
  errorsOf(stated).filter((name) => !ofRequests.has(name))

/** What `failuresOf` lists, but `ApiKeysBusy`: only operations on keys hash one in process. */
export type FailureNameOf<Stated> =
  | "StorageError"
  | (Stated extends { readonly errors: ReadonlyArray<infer Name> } ? Name : never)
  | (Stated extends
      | { readonly body: unknown }
      | { readonly query: unknown }
      | { readonly idempotencyKey: string }
      ? "ValidationFailed"
      : never)

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? [Name, ...Names<Rest>]
  : Path extends `${string}:${infer Name}`
    ? [Name]
    : []

type ParameterOf<Stated extends Operation, Name> = Stated extends {
  readonly parameters: infer Parameters
}
  ? Name extends keyof Parameters
    ? Parameters[Name] extends { readonly isNumber: true }
      ? number
      : string
    : string
  : string

type PathArguments<Stated extends Operation, All extends ReadonlyArray<string>> = {
  readonly [Index in keyof All]: ParameterOf<Stated, All[Index]>
}

type Taken<Given, Stated> = Stated extends { readonly argument: infer Member }
  ? Member extends keyof Given
    ? Given[Member]
    : never
  : Given

type Written<Stated> = Stated extends { readonly consumes: string } ? string | Uint8Array : never

type BodyArgument<Stated> = Stated extends { readonly body: Schema.Codec<infer Body> }
  ? Stated extends { readonly isBodyOptional: true }
    ? [request?: Taken<Body, Stated>]
    : [request: Taken<Body, Stated> | Written<Stated>]
  : []

type QueryArgument<Stated> = Stated extends {
  readonly query: Schema.Codec<infer Query, infer _Encoded>
}
  ? [request?: Taken<Query, Stated>]
  : []

export interface SendOptions {
  /**
   * 1 to 255 ASCII characters that identify this send, such as `order-1042`. A repeat within 24
   * hours sends nothing and returns the first result.
   */
  readonly idempotencyKey?: string | undefined
}

type OptionsArgument<Stated> = Stated extends { readonly idempotencyKey: string }
  ? [options?: SendOptions]
  : []

/** Path parameters, body or query, and options. */
export type ArgumentsOf<Stated extends Operation> = [
  ...PathArguments<Stated, Names<Stated["path"]>>,
  ...BodyArgument<Stated>,
  ...QueryArgument<Stated>,
  ...OptionsArgument<Stated>
]

/** Of a stream, its pieces: text of a table, or events that arrived together. */
export type ResponseOf<Stated> = Stated extends { readonly response: Schema.Codec<infer Response> }
  ? Stated extends { readonly produces: "text/csv" }
    ? AsyncIterable<string>
    : Stated extends { readonly produces: string }
      ? AsyncIterable<ReadonlyArray<Response>>
      : Response
  : never

const repeats = new WeakSet()

/** If the answer's members don't say so. */
export const asRepeat = <Answer extends object>(answer: Answer): Answer => {
  repeats.add(answer)
  return answer
}

export const isRepeat = (answer: object): boolean => repeats.has(answer)
