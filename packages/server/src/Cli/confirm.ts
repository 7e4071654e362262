import { Effect } from "effect"
import { createInterface } from "node:readline"
import { CommandFailed } from "./failures.js"

/** Where a question is put, and where its answer comes from. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** Puts a question; whatever isn't a yes is a no, and so is the end of the input. */
const ask = (question: string, { input, output }: Terminal): Effect.Effect<boolean> =>
  Effect.async((resume, signal) => {
    const lines = createInterface({ input, output })
    const answer = (isYes: boolean) => {
      resume(Effect.succeed(isYes))
      lines.close()
    }
    lines.once("close", () => { answer(false) })
    signal.addEventListener("abort", () => { lines.close() })
    lines.once("line", (text) => { answer(/^\s*y(?:es)?\s*$/i.test(text)) })
    lines.setPrompt(`${question} [y/N] `)
    lines.prompt()
  })

export interface Confirmation {
  readonly question: string
  /** What hasn't happened if it isn't confirmed. */
  readonly otherwise: string
  /** It is confirmed already: `--yes`. */
  readonly yes: boolean
  /** Standard output holds a document: nothing can be asked. */
  readonly json: boolean
}

/** Goes on only if somebody wants it: `--yes` was given, or the answer on a terminal is yes. */
export const confirm = (
  { json, otherwise, question, yes }: Confirmation,
  terminal: Terminal = { input: process.stdin, output: process.stderr }
): Effect.Effect<void, CommandFailed> => {
  if (yes) return Effect.void
  const canAsk = !json && terminal.input.isTTY === true && terminal.output.isTTY === true
  if (!canAsk) return new CommandFailed({ code: "not_confirmed", message: `${otherwise} Give --yes to go on without being asked.` })
  return Effect.flatMap(ask(question, terminal), (isYes) =>
    isYes ? Effect.void : new CommandFailed({ code: "not_confirmed", message: otherwise }))
}
