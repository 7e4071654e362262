import { StorageError } from "@telemark/core"
import { Cause, Data, Effect, Option } from "effect"
import { explainStorage } from "../application/storage.js"
import { printJson, remark } from "../output.js"

/** The message tells the operator why and what to do. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{
  readonly code: string
  readonly message: string
}> {}

export const commandFailed = (code: string, message: string): CommandFailed =>
  new CommandFailed({ code, message })

/** It has been reported; only the exit code remains to be set. */
export class Reported extends Data.TaggedError("Reported")<{}> {}

interface Described {
  readonly error: string
  readonly message: string
}

const isTelling = (
  failure: unknown
): failure is { readonly code: string; readonly message: string } =>
  typeof failure === "object" &&
  failure !== null &&
  "code" in failure &&
  typeof failure.code === "string" &&
  "message" in failure &&
  typeof failure.message === "string"

const unexpected: Described = {
  error: "internal_error",
  message: "An unexpected error happened; see standard error."
}

const describe = (failure: unknown): Described | undefined => {
  if (failure instanceof StorageError)
    return { error: "storage_not_usable", message: explainStorage(failure) }
  return isTelling(failure) ? { error: failure.code, message: failure.message } : undefined
}

const isUsage = (described: Described | undefined): boolean => described?.error === "usage"

const hint = "`telemark --help` lists the commands, `telemark <command> --help` explains one."

const writeForPeople = (cause: Cause.Cause<unknown>) => {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  const expected = describe(failure)
  return remark(
    expected === undefined
      ? `telemark: unexpected failure\n${Cause.pretty(cause)}`
      : `telemark: ${expected.message}${isUsage(expected) ? `\n${hint}` : ""}`
  )
}

/** On standard error and, with `--json`, as a document on standard output. */
export const report = (cause: Cause.Cause<unknown>, isJson: boolean) => {
  const failure = Option.getOrUndefined(Cause.findErrorOption(cause))
  if (failure instanceof Reported) return failure
  const document = describe(failure) ?? unexpected
  return writeForPeople(cause).pipe(
    Effect.andThen(isJson ? printJson(document) : Effect.void),
    Effect.andThen(new Reported())
  )
}
