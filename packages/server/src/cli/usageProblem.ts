import type { InvalidValue } from "effect/cli/CliError"
import type { Presenter } from "effect/cli/CliOutput"
import type { HelpDoc } from "effect/cli/HelpDoc"
import { visibleLine } from "../output.js"
import { CommandFailed } from "./failures.js"

const wrongValue = (
  { expected, kind, option, value }: InvalidValue,
  { flags }: HelpDoc
): string => {
  const name = kind === "flag" ? `--${option}` : `<${option}>`
  const type = flags.find((flag) => flag.name === option)?.type
  if (expected.startsWith("at most")) return `${name} is given more than once.`
  if (type === "boolean") return `${name} takes no value.`
  if (value === "")
    return `${name} needs a value. Write one that begins with a dash as ${name}=VALUE.`
  if (type === "integer") return `${name} takes an integer.`
  if (type === "choice")
    return `${name} takes one of ${expected.replaceAll('"', "").replaceAll(" | ", ", ")}.`
  return `${name} can't have this value.`
}

/**
 * Says the first thing that is wrong: the rest often follows from it. Repeats no values, which may
 * be secrets.
 */
export const usageProblem = ({
  commandPath,
  errors: [error],
  helpDoc
}: Presenter.InvalidInvocation): CommandFailed => {
  const command = `\`${commandPath.join(" ")}\``
  const say = (): string => {
    switch (error?._tag) {
      case "UnrecognizedOption": {
        const [meant] = error.suggestions
        return (
          `\`${(error.command ?? commandPath).join(" ")}\` has no option '${visibleLine(error.option)}'.` +
          (meant === undefined ? "" : ` Did you mean '${meant}'?`)
        )
      }
      case "MissingOption":
        return `${command} needs --${error.option}.`
      case "MissingArgument":
        return `${command} needs <${error.argument}>.`
      case "UnexpectedArgument":
        return helpDoc.args === undefined
          ? `${command} takes no arguments.`
          : `${command} takes only ${helpDoc.args.map(({ name }) => `<${name}>`).join(" ")}.`
      case "InvalidValue":
        return wrongValue(error, helpDoc)
      default:
        return `${command} can't be called like this.`
    }
  }
  return new CommandFailed({ code: "usage", message: say() })
}
