import { wakeable } from "@telemark/core"
import { Effect } from "effect"
import { createInterface } from "node:readline"
import { commandFailed } from "./failures.js"

interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** Anything but yes is a no, the end of the input included. */
const ask = (question: string, { input, output }: Terminal): Effect.Effect<boolean> =>
  wakeable((resume) => {
    const lines = createInterface({ input, output })
    const answer = (isYes: boolean) => {
      resume(Effect.succeed(isYes))
      lines.close()
    }
    lines.once("close", () => {
      answer(false)
    })
    lines.once("line", (text) => {
      answer(/^\s*y(?:es)?\s*$/i.test(text))
    })
    lines.setPrompt(`${question} [y/N] `)
    lines.prompt()
    return Effect.sync(() => {
      lines.close()
    })
  })

interface Confirmation {
  readonly question: string
  /** If it isn't confirmed. */
  readonly otherwise: string
  readonly yes: boolean
  /** With a document on standard output, no question can be asked. */
  readonly json: boolean
}

/** Succeeds only with `--yes` or a yes on the terminal. */
export const confirm = (
  { json, otherwise, question, yes }: Confirmation,
  terminal: Terminal = { input: process.stdin, output: process.stderr }
) => {
  if (yes) return Effect.void
  const canAsk = !json && terminal.input.isTTY === true && terminal.output.isTTY === true
  if (!canAsk)
    return commandFailed(
      "not_confirmed",
      `${otherwise} Give --yes to continue without this question.`
    )
  return Effect.flatMap(ask(question, terminal), (isYes) =>
    isYes ? Effect.void : commandFailed("not_confirmed", otherwise)
  )
}
