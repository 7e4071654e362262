import { Cause, Effect, Exit } from "effect"
import { pause } from "./timeSlices.js"

/** The most characters of a value: more is a quote that was never closed. */
const maxValue = 16 * 1024

/** The most values of a row. */
const maxValues = 100

const QUOTE = 0x22
const CR = 0x0d
const LF = 0x0a

/**
 * What separates a table's values: the first comma, semicolon or tab of its first line.
 * Spreadsheets write semicolons where a comma is a decimal sign.
 */
const delimiterOf = (text: string): string => /^[^\r\n]*?([,;\t])/.exec(text)?.[1] ?? ","

/** Why a table can't be read, and on which line. */
export interface CsvProblem {
  readonly line: number
  readonly reason: string
}

/** Reads a table piece by piece. Each returns a problem that ends the reading, or undefined. */
export interface CsvReader {
  readonly read: (text: string) => CsvProblem | undefined
  readonly end: () => CsvProblem | undefined
}

/**
 * Reads a table (RFC 4180) in pieces, so that others run in between: calls `onRow` with the values
 * of each row and the line that it begins on, until that returns a problem. Blank lines are
 * skipped. Written here, because this package imports nothing but Effect.
 */
export const makeCsvReader = (
  onRow: (values: ReadonlyArray<string>, line: number) => CsvProblem | undefined
): CsvReader => {
  let delimiter = 0
  let values: Array<string> = []
  let value = ""
  let line = 1
  let begun = 1
  // `after`: a quote that ends the value, or is the first of two that stand for one.
  let state: "plain" | "quoted" | "after" = "plain"
  let wasCarriageReturn = false

  const endRow = (): CsvProblem | undefined => {
    values.push(value)
    const row = values
    const at = begun
    values = []
    value = ""
    state = "plain"
    begun = line
    return row.length === 1 && row[0]?.trim() === "" ? undefined : onRow(row, at)
  }

  const read = (text: string): CsvProblem | undefined => {
    if (delimiter === 0) delimiter = delimiterOf(text).charCodeAt(0)
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      const follows = wasCarriageReturn && code === LF
      wasCarriageReturn = code === CR
      if (code === CR || (code === LF && !follows)) line++
      if (state === "quoted") {
        const end = text.indexOf('"', at)
        const upTo = end === -1 ? text.length : end
        // Line ends inside the value count, too; those before this character were counted above.
        if (upTo > at) {
          const part = text.slice(at, upTo)
          for (let index = 1; index < part.length; index++) {
            const one = part.charCodeAt(index)
            if (one === CR || (one === LF && part.charCodeAt(index - 1) !== CR)) line++
          }
          wasCarriageReturn = part.charCodeAt(part.length - 1) === CR
          value += part
          at = upTo
        }
        if (value.length > maxValue)
          return {
            line: begun,
            reason: "has a quoted value that isn't closed, or that is too long"
          }
        if (end !== -1) {
          state = "after"
          wasCarriageReturn = false
        }
      } else if (code === LF || code === CR) {
        if (follows) begun = line
        else {
          const problem = endRow()
          if (problem !== undefined) return problem
        }
      } else if (code === delimiter) {
        values.push(value)
        if (values.length > maxValues)
          return { line: begun, reason: `has more than ${String(maxValues)} values` }
        value = ""
        state = "plain"
      } else if (code === QUOTE && state === "after") {
        value += '"'
        state = "quoted"
      } else if (code === QUOTE && value === "") {
        state = "quoted"
      } else {
        value += text[at] ?? ""
        if (value.length > maxValue) return { line: begun, reason: "has a value that is too long" }
      }
    }
    return undefined
  }

  return {
    read,
    end: () => {
      if (state === "quoted") return { line: begun, reason: "has a quoted value that isn't closed" }
      return values.length > 0 || value !== "" ? endRow() : undefined
    }
  }
}

const done = { done: true, value: undefined } as const

/** One page, and what the next one is read with; undefined after the last. */
export type PageOf<A, State> = readonly [page: A, next: State | undefined]

/**
 * Pages for a loop, each read when it is asked for. The first one is read at once, so that what is
 * wrong with the request shows before an answer has begun. Leaving the loop interrupts a page that
 * is being read.
 */
export const pagesOf = <A, State, E, R>(
  first: State,
  read: (state: State) => Effect.Effect<PageOf<A, State>, E, R>
): Effect.Effect<AsyncIterable<A>, E, R> =>
  Effect.gen(function* () {
    const runtime = yield* Effect.context<R>()
    const run = Effect.runPromiseExitWith(runtime)
    let [ahead, state]: PageOf<A | undefined, State> = yield* read(first)
    let isOver = false
    const stopped = new AbortController()
    const end = (): Promise<typeof done> => {
      isOver = true
      ahead = undefined
      stopped.abort()
      return Promise.resolve(done)
    }
    const next = async (): Promise<IteratorResult<A, undefined>> => {
      if (isOver) return done
      if (ahead !== undefined) {
        const value = ahead
        ahead = undefined
        return { done: false, value }
      }
      if (state === undefined) return end()
      const page = Effect.andThen(pause(), read(state))
      const exit = await run(page, { signal: stopped.signal })
      // Another call may have ended it meanwhile.
      if (stopped.signal.aborted) return done
      if (Exit.isFailure(exit)) {
        await end()
        throw Cause.squash(exit.cause)
      }
      const [value, following] = exit.value
      state = following
      return { done: false, value }
    }
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
  })
