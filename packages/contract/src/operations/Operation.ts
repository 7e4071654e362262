import type { Schema } from "effect"
import type { Scope } from "../apiKeys.js"
import type { ErrorName } from "../errors.js"
import { wireMembersOf } from "../jsonSchema.js"

const mebibyte = 1024 * 1024

/** How many octets a request's body may have. */
export const maxBodyOctets = {
  /** Fits 10 MiB of files in base64, and the mail itself. */
  send: 15 * mebibyte,
  /** Fits 100,000 addresses, each with a short reason. */
  import: 10 * mebibyte,
  /** Fits a template's sources in several languages. */
  template: 5 * mebibyte,
  /** A provider's call. */
  feedbackCall: 5 * mebibyte,
  other: mebibyte
} as const

/** A parameter of a path. */
export interface PathParameter {
  readonly description: string
  /** Whether it is a whole number of 1 or more; anything else is not found. Text by default. */
  readonly isNumber?: true
}

/**
 * Whether a request with an unknown outcome may be repeated. `always`: twice has the same effect
 * and answer as once. `keyed`: only with an Idempotency-Key. `never`: it could take effect twice,
 * or fail although the first one succeeded.
 */
export type Repeat = "always" | "keyed" | "never"

/** One operation of the interface. Server, clients and documents derive from it. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below `/v1`; `:name` stands for a parameter. */
  readonly path: string
  readonly parameters?: Readonly<Record<string, PathParameter>>
  /** The scope that a key needs. */
  readonly scope: Scope
  readonly summary: string
  readonly description?: string
  readonly query?: Schema.Codec<unknown, unknown>
  readonly body?: Schema.Codec<unknown, unknown>
  /** The member of body or query that methods take directly instead of an object. */
  readonly argument?: string
  /** Octets; 1 MiB by default. */
  readonly maxBody?: number
  /** Whether a missing body means an empty object. */
  readonly isBodyOptional?: true
  /** Describes the effect of an Idempotency-Key, if the operation accepts one. */
  readonly idempotencyKey?: string
  /** The answer; of a stream (`produces`) one item: a row of the table, or an event's data. */
  readonly response: Schema.Codec<unknown, unknown>
  /**
   * The type of an answer that isn't JSON. Such an answer is a stream, whose length isn't known
   * when it begins.
   */
  readonly produces?: "text/csv" | "text/event-stream"
  /**
   * The type that a body may have instead of JSON. Methods take text or octets of it in place of
   * the request.
   */
  readonly consumes?: "text/csv"
  /**
   * The meaning of each success status. The highest is the usual one; 200 beside it means that the
   * answer repeats an earlier one.
   */
  readonly answers: Readonly<Record<number, string>>
  /** Whether an answer repeats an earlier one, so that its status is 200 instead of 201. */
  readonly isRepeat?: (response: never) => boolean
  /**
   * A member of every answer, which distinguishes it from the answer of another service or a
   * gateway.
   */
  readonly mark: string
  /** Errors beyond those that all operations share; `errorsOf` returns both. */
  readonly errors?: ReadonlyArray<ErrorName>
  /** `always` by default for reads, `never` for others. */
  readonly repeat?: Repeat
  /**
   * The rate limit to count it against. By default reads are unlimited, and others count as writes.
   */
  readonly counts?: "sends"
  /**
   * Whether it is interrupted when its client disconnects: it is expensive, and nothing else
   * depends on its completion.
   */
  readonly endsWithClient?: true
  /**
   * Whether it makes much more of its body than the octets of it. A process deals with few such
   * requests at once, and stops when their clients disconnect.
   */
  readonly isHeavy?: true
  /** Example requests by name. */
  readonly examples?: Readonly<Record<string, object>>
  /** Name of the client method that iterates over all pages. */
  readonly allPages?: string
}

export const operation = <const Stated extends Operation>(stated: Stated): Stated => stated

/** The parameters of an operation's path, in order. */
export const pathParametersOf = ({
  parameters = {},
  path
}: Operation): ReadonlyArray<PathParameter & { readonly name: string }> =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    description: "",
    ...parameters[name],
    name
  }))

/** The names of the parameters that an operation's query may have. */
export const queryParametersOf = ({ query }: Operation): ReadonlyArray<string> =>
  query === undefined ? [] : wireMembersOf(query).map(({ name }) => name)

const isRead = ({ method }: Operation): boolean => method === "GET"

export const repeatOf = (stated: Operation): Repeat =>
  stated.repeat ?? (isRead(stated) ? "always" : "never")

/** The rate limit that an operation counts against; undefined if unlimited. */
export const countedAs = (stated: Operation): "sends" | "writes" | undefined =>
  stated.counts ?? (isRead(stated) ? undefined : "writes")

/** Every error that an operation may return over HTTP. */
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

/** What only a request over HTTP fails with: in process there are no keys, bodies and answers. */
const ofRequests: ReadonlySet<ErrorName> = new Set([
  "InvalidApiKey",
  "InsufficientScope",
  "PayloadTooLarge",
  "LargeBodiesBusy",
  "RateLimited",
  "InternalError"
])

/** Every error that an operation may fail with in process. */
export const failuresOf = (stated: Operation): ReadonlyArray<ErrorName> =>
  errorsOf(stated).filter((name) => !ofRequests.has(name))

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

/** Options that make repeating a send safe. */
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

/** The arguments of an operation's method: path parameters, body or query, and options. */
export type ArgumentsOf<Stated extends Operation> = [
  ...PathArguments<Stated, Names<Stated["path"]>>,
  ...BodyArgument<Stated>,
  ...QueryArgument<Stated>,
  ...OptionsArgument<Stated>
]

/**
 * The answer of an operation; of a stream, its pieces: text of a table, or events that arrived
 * together.
 */
export type ResponseOf<Stated> = Stated extends { readonly response: Schema.Codec<infer Response> }
  ? Stated extends { readonly produces: "text/csv" }
    ? AsyncIterable<string>
    : Stated extends { readonly produces: string }
      ? AsyncIterable<ReadonlyArray<Response>>
      : Response
  : never

const repeats = new WeakSet()

/** Marks an answer as a repeat of an earlier one, if its members don't say so. */
export const asRepeat = <Answer extends object>(answer: Answer): Answer => {
  repeats.add(answer)
  return answer
}

export const isRepeat = (answer: object): boolean => repeats.has(answer)
