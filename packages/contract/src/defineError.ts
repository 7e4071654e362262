import { type Cause, Data, Schema } from "effect"

export interface ErrorHeader<E> {
  readonly description: string
  readonly value: (error: E) => string
}

/** How a class of errors appears on the wire. */
export interface ErrorDescription<E, Details = unknown> {
  readonly status: number
  /** The body's `error`. */
  readonly error: string
  /** For the OpenAPI document. */
  readonly description: string
  /** The body's `details`. */
  readonly details?: Schema.Codec<Details> | undefined
  readonly toDetails?: ((error: E) => Details) | undefined
  /** The body's `message`, without any value of the request; by default the error's own. */
  readonly sentence?: ((error: E) => string) | undefined
  readonly headers?: Readonly<Record<string, ErrorHeader<E>>> | undefined
}

type MembersOf<Shown extends Schema.Struct.Fields, Own> = {
  readonly [Name in keyof (Schema.Struct.Type<Shown> & Own)]: (Schema.Struct.Type<Shown> &
    Own)[Name]
}

type ArgumentsOf<Members> = keyof Members extends never
  ? []
  : {} extends Members
    ? [members?: Members]
    : [members: Members]

export interface ErrorClass<
  Tag extends string,
  Code extends string,
  Members
> extends ErrorDescription<Members> {
  new (
    ...members: ArgumentsOf<Members>
  ): Cause.YieldableError & { readonly _tag: Tag; readonly code: Code } & Members
  readonly error: Code
}

interface Definition<Code, Shown extends Schema.Struct.Fields, Own> {
  readonly status: number
  readonly code: Code
  readonly description: string
  /** The members of the body's `details`. A member `details` is all of them. */
  readonly details?: Shown
  /** The type of members that the body doesn't show. */
  readonly members?: Own
  readonly message: string | ((error: MembersOf<Shown, Own>) => string)
  /** If another than the error's own. */
  readonly sentence?: string | ((error: MembersOf<Shown, Own>) => string)
  readonly headers?: Readonly<Record<string, ErrorHeader<MembersOf<Shown, Own>>>>
}

/** Beside those of the details. */
export const members = <Members extends object>(): Members => ({}) as Members

/** Defines an error once: its class, and how it appears on the wire. */
export const defineError = <
  const Tag extends string,
  const Code extends string,
  Shown extends Schema.Struct.Fields = {},
  Own extends object = {}
>(
  tag: Tag,
  definition: Definition<Code, Shown, Own>
): ErrorClass<Tag, Code, MembersOf<Shown, Own>> => {
  type Members = MembersOf<Shown, Own>
  const { code, description, details: shown, headers, message, sentence, status } = definition
  const { details = shown && Schema.Struct(shown) } = (shown ?? {}) as { details?: Schema.Top }
  const names = Object.keys(shown ?? {})
  return class extends Data.TaggedError(tag) {
    static readonly status = status
    static readonly error = code
    static readonly description = description
    static readonly details = details
    static readonly toDetails =
      details === undefined
        ? undefined
        : (error: Readonly<Record<string, unknown>>) =>
            error["details"] ??
            Object.fromEntries(
              names.flatMap((name) => (error[name] === undefined ? [] : [[name, error[name]]]))
            )
    static readonly sentence = typeof sentence === "string" ? () => sentence : sentence
    static readonly headers = headers

    readonly code = code

    override get message(): string {
      return typeof message === "string" ? message : message(this as unknown as Members)
    }
  } as unknown as ErrorClass<Tag, Code, Members>
}

/** RFC 9110 10.2.3. */
export const retryAfter = <E>(seconds: number | ((error: E) => number)) => ({
  "retry-after": {
    description: "Whole seconds after which to try again.",
    value: (error: E) => String(typeof seconds === "number" ? seconds : seconds(error))
  }
})

/** The same request may succeed after so many seconds. */
export const unavailable = (seconds: number) =>
  ({ status: 503, code: "Service unavailable", headers: retryAfter(seconds) }) as const

/** The same, since too many ask at once. */
export const busy = (seconds: number, tooMany: string, nothing = "Nothing was done") => ({
  ...unavailable(seconds),
  description: `${tooMany} ${nothing}, and the same request may succeed after \`Retry-After\`.`,
  message: `${tooMany} ${nothing}; try again in a moment.`
})

const Message = Schema.String.annotate({
  description:
    "What is wrong and what to do about it, for people. Programs should use `error` and `details`."
})

export const bodySchemaOf = <E, Details>(
  name: string,
  { description, details, error }: ErrorDescription<E, Details>
): Schema.Codec<unknown, unknown> =>
  (details === undefined
    ? Schema.Struct({ error: Schema.Literal(error), message: Message })
    : Schema.Struct({ error: Schema.Literal(error), message: Message, details })
  ).annotate({ identifier: name, description })

export const bodyOf = <E extends Error, Details>(
  row: ErrorDescription<E, Details>,
  error: E
): { readonly error: string; readonly message: string; readonly details?: unknown } => ({
  error: row.error,
  message: row.sentence?.(error) ?? error.message,
  ...(row.toDetails === undefined ? {} : { details: row.toDetails(error) })
})
