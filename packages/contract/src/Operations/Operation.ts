import type { Schema } from "effect"
import type { Scope } from "../ApiKeys/index.js"
import type { ErrorName } from "../Errors/index.js"

const mebibyte = 1024 * 1024

/** How many octets a request's body may have. */
export const maxBodyOctets = {
  /** 10 MiB of files in base64, and room for the mail itself. */
  send: 15 * mebibyte,
  /** Sources and languages of a template are many. */
  template: 5 * mebibyte,
  other: mebibyte
} as const

/** A part of a path that stands for something. */
export interface PathParameter {
  readonly description: string
  /** Whether it is a whole number from 1 up: what isn't one names nothing. By default it is text. */
  readonly isNumber?: true
}

/**
 * Whether a request may be made again when nobody knows what became of it. `always`: twice comes to the same as once, and is answered
 * alike. `keyed`: so it is under an Idempotency-Key. `never`: it would be done twice, or answered with an error although it was done.
 */
export type Repeat = "always" | "keyed" | "never"

/** One operation of the interface. Everything that offers it is derived from this. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below `/v1`; `:name` stands for a parameter. */
  readonly path: string
  readonly parameters?: Readonly<Record<string, PathParameter>>
  /** What a key must hold. */
  readonly scope: Scope
  /** What it does, as a title. */
  readonly summary: string
  /** What else there is to say. */
  readonly description?: string
  readonly query?: Schema.Schema.AnyNoContext
  readonly body?: Schema.Schema.AnyNoContext
  /** The member of body or query that methods take by itself, in place of an object. */
  readonly argument?: string
  /** 1 MiB by default. */
  readonly maxBody?: number
  /** Whether no body stands for an empty object. */
  readonly isBodyOptional?: true
  /** Where an Idempotency-Key is taken: what it does. */
  readonly idempotencyKey?: string
  readonly response: Schema.Schema.AnyNoContext
  /** What each status of a good answer means: the highest is the usual one, and 200 beside it that of an answer that repeats an earlier one. */
  readonly answers: Readonly<Record<number, string>>
  /** Whether an answer repeats an earlier one, so that its status is 200 instead of 201. */
  readonly isRepeat?: (response: never) => boolean
  /** A member that its answers always have, by which they can be told from those of another service or of a gateway. */
  readonly mark: string
  /** Those that only some operations have; see `errorsOf` for all. */
  readonly errors?: ReadonlyArray<ErrorName>
  /** By default `always` for what only reads, `never` for what changes something. */
  readonly repeat?: Repeat
  /** What it is counted as: by default as a read, which nothing limits, or as a write. */
  readonly counts?: "sends"
  /** Whether it ends when its client hangs up: it costs much, and decides nothing by itself. */
  readonly endsWithClient?: true
  /** Requests that show how it is used, by name. */
  readonly examples?: Readonly<Record<string, object>>
  /** What the method of a client is called that goes through all pages. */
  readonly allPages?: string
}

/** States an operation. */
export const operation = <const Stated extends Operation>(stated: Stated): Stated => stated

/** The parameters of an operation's path, in their order. */
export const pathParametersOf = ({ parameters = {}, path }: Operation): ReadonlyArray<PathParameter & { readonly name: string }> =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({ description: "", ...parameters[name], name }))

const isRead = ({ method }: Operation): boolean => method === "GET"

/** Whether a request may be made again when nobody knows what became of it. */
export const repeatOf = (stated: Operation): Repeat => stated.repeat ?? (isRead(stated) ? "always" : "never")

/** What an operation is counted as; undefined for what nothing limits. */
export const countedAs = (stated: Operation): "sends" | "writes" | undefined => stated.counts ?? (isRead(stated) ? undefined : "writes")

/** Every error that an operation may answer. */
export const errorsOf = (stated: Operation): ReadonlyArray<ErrorName> => [
  "InvalidApiKey", "InsufficientScope", "ApiKeysBusy",
  ...(stated.body === undefined && stated.query === undefined && stated.idempotencyKey === undefined ? [] : ["ValidationFailed" as const]),
  ...(stated.body === undefined ? [] : ["PayloadTooLarge" as const, "LargeBodiesBusy" as const]),
  ...(countedAs(stated) === undefined ? [] : ["RateLimited" as const]),
  ...stated.errors ?? [],
  "InternalError", "StorageError"
]

type Names<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}` ? [Name, ...Names<Rest>]
  : Path extends `${string}:${infer Name}` ? [Name]
  : []

type ParameterOf<Stated extends Operation, Name> = Stated extends { readonly parameters: infer Parameters }
  ? Name extends keyof Parameters ? (Parameters[Name] extends { readonly isNumber: true } ? number : string) : string
  : string

type PathArguments<Stated extends Operation, All extends ReadonlyArray<string>> = { readonly [Index in keyof All]: ParameterOf<Stated, All[Index]> }

type Taken<Given, Stated> = Stated extends { readonly argument: infer Member } ? (Member extends keyof Given ? Given[Member] : never) : Given

type BodyArgument<Stated> = Stated extends { readonly body: Schema.Schema<infer Body> }
  ? (Stated extends { readonly isBodyOptional: true } ? [request?: Taken<Body, Stated>] : [request: Taken<Body, Stated>])
  : []

type QueryArgument<Stated> = Stated extends { readonly query: Schema.Schema<infer Query, infer _Encoded> } ? [request?: Taken<Query, Stated>] : []

/** How a send is repeated without sending twice. */
export interface SendOptions {
  /**
   * 1 to 255 characters of ASCII that stand for this send, such as `order-1042`. Given again within 24 hours, nothing is sent, and the
   * answer is the first result.
   */
  readonly idempotencyKey?: string | undefined
}

type OptionsArgument<Stated> = Stated extends { readonly idempotencyKey: string } ? [options?: SendOptions] : []

/** What a method for an operation takes: the parameters of its path, its body or query, and options. */
export type ArgumentsOf<Stated extends Operation> = [
  ...PathArguments<Stated, Names<Stated["path"]>>, ...BodyArgument<Stated>, ...QueryArgument<Stated>, ...OptionsArgument<Stated>
]

/** What an operation answers. */
export type ResponseOf<Stated> = Stated extends { readonly response: Schema.Schema<infer Response> } ? Response : never
