import {
  type AuditLog,
  NotFound,
  type StorageError,
  type Tenants,
  wireMembersOf
} from "@telemark/core"
import { type Context, Effect, type Schema } from "effect"
import * as Command from "effect/cli/Command"
import type * as Param from "effect/cli/Param"
import { print, printJson, remark } from "../output.js"
import { confirm } from "./confirm.js"
import { commandFailed, Reported } from "./failures.js"
import { argumentOf, type Described, flag, json, type LookedUp, optionsOf } from "./parameters.js"
import { type Audits, changeOfCommand, recorded } from "./recorded.js"
import type { DatabaseOptions, WithDatabase } from "./withSettings.js"

type Parsed = Readonly<Record<string, unknown>>
type Stated = Described | LookedUp<unknown>

type Given<Request, Parameters> = {
  readonly [Name in keyof Parameters]: Parameters[Name] extends LookedUp<infer Found>
    ? Found
    : Name extends keyof Request
      ? Request[Name]
      : string
}

/** A command that repeats an operation of the interface, in words of its own. */
interface OperationCommand<Request, Arguments, Options, Service, Given, Answer, E, R> {
  readonly description: string
  /** Its members are arguments and options of the same names. */
  readonly request?: Schema.Codec<Request, unknown>
  /** The same of an operation that changes something: at least one option is needed. */
  readonly changes?: Schema.Codec<Request, unknown>
  readonly arguments?: Arguments
  readonly options?: Options
  readonly database?: DatabaseOptions
  /** Recorded in the audit log. */
  readonly audits?: Audits
  /** Asked unless `--yes` is given. */
  readonly confirm?: (service: Service, given: Given) => Effect.Effect<string, E, R>
  readonly perform: (service: Service, given: Given) => Effect.Effect<Answer, E, R>
  readonly missing?: string | ((given: Given) => string)
  /** The answer by default. */
  readonly json?: (answer: Answer) => unknown
  /** For standard output, and remarks for standard error. */
  readonly text: (answer: Answer, given: Given) => string | readonly [string, ...Array<string>]
  readonly problem?: (answer: Answer) => string | undefined
}

const isLookedUp = (stated: Stated): stated is LookedUp<unknown> =>
  typeof stated === "object" && "find" in stated

const nothingToChange = (names: ReadonlyArray<string>) =>
  commandFailed(
    "invalid_options",
    `Say what to change: --${names.slice(0, -1).join(", --")} or --${names.at(-1) ?? ""}.`
  )

/** Commands that call this service, once they are named. */
export const operationCommands =
  <Provided, Service>(
    withDatabase: WithDatabase<Provided | AuditLog | Tenants>,
    service: Context.Key<NoInfer<Provided> | Tenants, Service>
  ) =>
  <
    Answer,
    E,
    R extends Provided | AuditLog | Tenants,
    Request = {},
    const Arguments extends Readonly<Record<string, string | LookedUp<unknown>>> = {},
    const Options extends Readonly<Record<string, Stated>> = {}
  >(
    stated: OperationCommand<
      Request,
      Arguments,
      Options,
      Service,
      Given<Request, Arguments & Options>,
      Answer,
      E,
      R
    >
  ) => {
    const { changes, missing, request = changes } = stated
    const members = request === undefined ? [] : wireMembersOf(request)
    const parameters: Record<string, Param.Any | Readonly<Record<string, Param.Any>>> = {}
    const ofMembers: Array<{ readonly name: string } & ReturnType<typeof optionsOf>> = []
    const lookedUp: Array<{ readonly name: string } & LookedUp<unknown>> = []
    for (const [name, what] of Object.entries<Stated>({ ...stated.arguments, ...stated.options })) {
      const member = members.find((each) => each.name === name)
      if (isLookedUp(what)) {
        parameters[name] = what.parameter
        lookedUp.push({ name, ...what })
      } else if (typeof what === "string" && Object.hasOwn(stated.arguments ?? {}, name)) {
        parameters[name] = argumentOf(name, what, member)
      } else {
        if (member === undefined) throw new Error(`The request has no member ${name}.`)
        const options = optionsOf(member, what, changes !== undefined)
        parameters[name] = options.parameters
        ofMembers.push({ name, ...options })
      }
    }
    if (stated.confirm !== undefined) parameters["yes"] = flag("yes", "Remove it without asking.")
    parameters["json"] = json

    const read = (parsed: Parsed) =>
      Effect.gen(function* () {
        const given: Record<string, unknown> = { ...parsed }
        for (const { name, read } of ofMembers) given[name] = yield* read(parsed[name])
        if (changes !== undefined && ofMembers.every(({ name }) => given[name] === undefined))
          return yield* nothingToChange(ofMembers.flatMap(({ names }) => names))
        for (const { find, name } of lookedUp) given[name] = yield* find(parsed[name])
        return given as Given<Request, Arguments & Options>
      })

    const audited = (
      performed: Effect.Effect<Answer, E, R>,
      given: Given<Request, Arguments & Options>
    ): Effect.Effect<Answer, E | StorageError, R | AuditLog> =>
      stated.audits === undefined
        ? performed
        : recorded(
            changeOfCommand(
              stated.audits,
              given,
              members.map(({ name }) => name)
            )
          )(performed)

    const run = ({ json: isJson, yes, ...parsed }: Parsed) =>
      Effect.gen(function* () {
        const given = yield* read(parsed)
        const called = yield* service
        const orMissing = Effect.mapError((error: E | StorageError) =>
          error instanceof NotFound && missing !== undefined
            ? commandFailed("not_found", typeof missing === "string" ? missing : missing(given))
            : error
        )
        if (stated.confirm !== undefined)
          yield* confirm({
            question: yield* orMissing(stated.confirm(called, given)),
            otherwise: "Nothing was removed.",
            yes: yes === true,
            json: isJson === true
          })
        const answer = yield* orMissing(audited(stated.perform(called, given), given))
        if (isJson === true) yield* printJson(stated.json?.(answer) ?? answer)
        else {
          const [text = "", ...remarks] = [stated.text(answer, given)].flat()
          yield* print(text)
          yield* Effect.forEach(remarks, remark)
        }
        const problem = stated.problem?.(answer)
        if (problem === undefined) return
        yield* remark(problem)
        return yield* new Reported()
      })

    return (name: string) =>
      Command.make(name, parameters, (parsed) =>
        withDatabase(() => run(parsed), stated.database)
      ).pipe(Command.withDescription(stated.description))
  }

export const group = <Name extends string>(
  name: Name,
  description: string,
  commands: Readonly<Record<string, (name: string) => Command.Command<string, never, {}, unknown>>>
) =>
  Command.make(name).pipe(
    Command.withDescription(description),
    Command.withSubcommands(Object.entries(commands).map(([each, make]) => make(each)))
  )
