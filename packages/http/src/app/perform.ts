import {
  countedAs,
  InvalidApiKey,
  isAudited,
  maxBodyOctets,
  type NamedOperation,
  type Operation,
  pathParametersOf,
  ValidationFailed
} from "@telemark/contract"
import {
  ApiKeys,
  type Caller,
  Direct,
  type Implementations,
  isCaller,
  makeImplementations,
  type Principal,
  type Services
} from "@telemark/core"
import { Effect } from "effect"
import { type Answer, jsonAnswer, withWarnings } from "../Answer.js"
import { Dashboard } from "../dashboard/Dashboard.js"
import { type IncomingRequest, whileConnected } from "../requests/IncomingRequest.js"
import { makeWithOrigin } from "../requests/auditOrigin.js"
import { HeavyRequests, LargeBodies } from "../requests/LargeBodies.js"
import { readJson, readTable } from "../requests/readJson.js"
import { makeQueryReader } from "../requests/readQuery.js"
import { type Matched, version } from "../routing/routes.js"
import { answerBatch, batchCount } from "./batch.js"
import { keyOf, makeEntry, mayHaveEnded } from "./entry.js"
import { pickMembers, StrictAnswers, strictly } from "./pickMembers.js"
import { makeStreamed } from "./streamed.js"

type Perform = (
  request: IncomingRequest,
  parameters: ReadonlyArray<string>
) => Effect.Effect<Answer, unknown>

type Implementation = (
  caller: Principal,
  ...given: ReadonlyArray<unknown>
) => Effect.Effect<object, unknown>

interface Given {
  readonly parameters: ReadonlyArray<string | number>
  readonly body?: unknown
  readonly query?: Readonly<Record<string, unknown>>
}

const argumentOf = (member: string | undefined, whole: unknown): unknown =>
  member === undefined
    ? whole
    : (whole as Readonly<Record<string, unknown>> | null | undefined)?.[member]

const wholeNumber = /^[1-9]\d{0,14}$/

/** An invalid number stays text, for which core finds nothing. */
const readParameters = (operation: Operation) => {
  const parameters = pathParametersOf(operation)
  return (texts: ReadonlyArray<string>): ReadonlyArray<string | number> =>
    texts.map((text, index) => {
      const plain = decodeURIComponent(text)
      return parameters[index]?.isNumber === true && wholeNumber.test(plain) ? Number(plain) : plain
    })
}

export const makePerform: Effect.Effect<
  (matched: Matched, request: IncomingRequest) => Effect.Effect<Answer, unknown>,
  never,
  Services
> = Effect.gen(function* () {
  const keys = yield* ApiKeys
  const memory = yield* LargeBodies
  const heavy = yield* HeavyRequests
  const isStrict = yield* StrictAnswers
  const dashboard = yield* Dashboard
  const withOrigin = yield* makeWithOrigin
  const implementations: Implementations = yield* makeImplementations

  const { counting, permitting, withKey } = yield* makeEntry

  const authenticated = (
    request: IncomingRequest,
    operation: Operation,
    then: (caller: Principal | Caller) => Effect.Effect<Answer, unknown>
  ): Effect.Effect<Answer, unknown> => {
    const key = dashboard?.ignoresKeys === true ? undefined : keyOf(request)
    if (key !== undefined) return withKey(key, request, operation, then)
    return (
      dashboard?.caller(request, operation, permitting(request, operation, then)) ??
      new InvalidApiKey()
    )
  }

  const prepare = (named: NamedOperation): Perform => {
    const { group, name, operation } = named
    const {
      argument,
      body,
      consumes,
      endsWithClient,
      idempotencyKey,
      isBodyOptional,
      isHeavy,
      isRepeat,
      maxBody = maxBodyOctets.other,
      query
    } = operation
    const parametersOf = readParameters(operation)
    const reader = makeQueryReader(query)
    const implementation = (
      implementations[group] as unknown as Readonly<Record<string, Implementation>>
    )[name]
    if (implementation === undefined) throw new Error(`${group}.${name} has no implementation.`)
    const pick = isStrict ? strictly(operation) : pickMembers(operation.response)
    const usual = Number(Object.keys(operation.answers).at(-1))
    const isBatch = group === "emails" && name === "sendBatch"
    const counted = countedAs(operation)
    const audited = isAudited(operation)
    const bounds = { max: maxBody, isOptional: isBodyOptional === true, memory }
    const readBody = (request: IncomingRequest) =>
      consumes === undefined ? readJson(request, bounds) : readTable(request, consumes, bounds)

    /** Once the body is there, which can be held back for minutes. */
    const asOfNow = (
      caller: Principal | Caller,
      request: IncomingRequest,
      then: (caller: Principal | Caller) => Effect.Effect<Answer, unknown>
    ): Effect.Effect<Answer, unknown> =>
      mayHaveEnded(caller, audited) ? authenticated(request, operation, then) : then(caller)

    const call = (
      caller: Principal,
      request: IncomingRequest,
      { body: given, parameters, query: asked }: Given
    ): Effect.Effect<object, unknown> => {
      const all: Array<unknown> = [...parameters]
      if (body !== undefined) all.push(argumentOf(argument, given))
      if (asked !== undefined) all.push(argumentOf(argument, asked))
      if (idempotencyKey !== undefined)
        all.push({ idempotencyKey: request.parts.header("idempotency-key") })
      const performed = implementation(caller, ...all)
      const called = audited ? withOrigin(request, performed) : performed
      const answered =
        asked === undefined
          ? called
          : Effect.mapError(called, (error) =>
              error instanceof ValidationFailed ? reader.refused(error, request.parts.url) : error
            )
      return endsWithClient === true ? whileConnected(request, answered) : answered
    }

    const encode = (request: IncomingRequest, response: object): Answer =>
      jsonAnswer(
        isRepeat?.(response as never) === true ? 200 : usual,
        withWarnings(pick(response), reader.warnings(request.parts.url))
      )

    const streamed = operation.produces === undefined ? undefined : makeStreamed(named)
    const encoded = (
      request: IncomingRequest,
      called: Effect.Effect<object, unknown>
    ): Effect.Effect<Answer, unknown> =>
      streamed === undefined
        ? Direct.map(called, (response) => encode(request, response))
        : Effect.flatMap(called, (pieces) => streamed(pieces, reader.warnings(request.parts.url)))

    /** A browser that comes back repeats its query, and says in the header where it is by then. */
    const resumed = (
      request: IncomingRequest,
      asked: Readonly<Record<string, unknown>>
    ): Readonly<Record<string, unknown>> => {
      const id =
        operation.produces === "text/event-stream"
          ? request.parts.header("last-event-id")
          : undefined
      return id === undefined || id === "" ? asked : { ...asked, last_event_id: id }
    }

    const one = (
      caller: Principal,
      request: IncomingRequest,
      parameters: ReadonlyArray<string | number>
    ): Effect.Effect<Answer, unknown> => {
      if (body !== undefined) {
        const whole = Direct.flatMap(readBody(request), (given) =>
          asOfNow(caller, request, (now) =>
            encoded(request, call(now, request, { parameters, body: given }))
          )
        )
        return isHeavy === true
          ? whileConnected(request, heavy.run({ key: caller.tenant.id })(whole))
          : whole
      }
      if (query === undefined) return encoded(request, call(caller, request, { parameters }))
      return Effect.flatMap(Effect.fromResult(reader.read(request.parts.url)), (asked) =>
        encoded(request, call(caller, request, { parameters, query: resumed(request, asked) }))
      )
    }

    const batch = (
      caller: Principal | Caller,
      request: IncomingRequest
    ): Effect.Effect<Answer, unknown> =>
      Effect.flatMap(batchCount(caller, readBody(request)), ({ count, entries }) =>
        // The operator in the dashboard, and people whom a host has signed in, aren't counted.
        counting(request, isCaller(caller) ? keys.countSend(caller, count) : undefined, () =>
          Effect.flatMap(Effect.fromResult(entries), (emails) =>
            asOfNow(caller, request, (now) =>
              Effect.flatMap(call(now, request, { parameters: [], body: { emails } }), (results) =>
                Effect.map(
                  answerBatch(results as Parameters<typeof answerBatch>[0], request.requestId),
                  (answer) => encode(request, answer)
                )
              )
            )
          )
        )
      )

    return (request, texts) =>
      authenticated(request, operation, (caller) => {
        const refused = reader.refuseUnknown(request.parts)
        if (refused !== undefined) return refused
        if (isBatch) return batch(caller, request)
        const parameters = parametersOf(texts)
        return counted === undefined || !isCaller(caller)
          ? one(caller, request, parameters)
          : counting(
              request,
              counted === "sends" ? keys.countSend(caller) : keys.countWrite(caller),
              () => one(caller, request, parameters)
            )
      })
  }

  const prepared = new Map<NamedOperation, Perform>()
  return ({ asked, parameters }, request) => {
    let perform = prepared.get(asked)
    if (perform === undefined) prepared.set(asked, (perform = prepare(asked)))
    request.route = version + asked.operation.path
    return perform(request, parameters)
  }
})
