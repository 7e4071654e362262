import { Option } from "effect"
import type { Presenter } from "effect/cli/CliOutput"
import type { Command } from "effect/cli/Command"
import type { ArgDoc, FlagDoc } from "effect/cli/HelpDoc"
import { settingList } from "../settings/settingList.js"
import { commandsBelow } from "./usageProblem.js"

const nameWidth = 24
/** As wide as the narrowest terminals. */
const width = 80

const inLines = (parts: ReadonlyArray<string>, max: number): ReadonlyArray<string> => {
  const lines = [""]
  for (const part of parts) {
    const line = lines.at(-1) ?? ""
    if (line !== "" && line.length + 1 + part.length > max) lines.push(part)
    else lines[lines.length - 1] = line === "" ? part : `${line} ${part}`
  }
  return lines
}

/** All lines but the first one are indented. */
const wrapped = (text: string, indent = 0): string =>
  inLines(text.split(/\s+/), width - indent).join(`\n${" ".repeat(indent)}`)

/** The meaning is below a long name. */
const entry = (name: string, means: string): string => {
  const indent = nameWidth + 2
  const gap =
    name.length < nameWidth ? " ".repeat(nameWidth - name.length) : `\n${" ".repeat(indent)}`
  return `  ${name}${gap}${wrapped(means, indent)}`
}

const title = (text: string): string => `\u001b[1m${text}\u001b[0m`

const section = (name: string, entries: ReadonlyArray<string>): ReadonlyArray<string> =>
  entries.length === 0 ? [] : [`${title(name)}\n\n${entries.join("\n")}`]

const optionName = ({ name, type }: FlagDoc): string =>
  type === "boolean" ? `--${name}` : `--${name} ${type === "string" ? "text" : type}`

const argumentName = ({ name, variadic }: ArgDoc): string => `<${name}>${variadic ? "..." : ""}`

const usage = (
  path: ReadonlyArray<string>,
  flags: ReadonlyArray<FlagDoc>,
  args: ReadonlyArray<ArgDoc>
): string =>
  inLines(
    [
      `  $ ${path.join(" ")}`,
      ...flags.map((flag) => (flag.required ? optionName(flag) : `[${optionName(flag)}]`)),
      ...args.map(argumentName)
    ],
    width - 4
  ).join("\n    ")

/** The library names the choices in brackets. */
const meaning = (description: Option.Option<string>): string =>
  Option.getOrElse(description, () => "").replace(/ \(choices: (.*)\)$/, " One of $1.")

/** With those below them. */
const commandEntries = (command: Command.Any, before = ""): ReadonlyArray<string> =>
  commandsBelow(command).flatMap((each) => [
    entry(before + each.name, each.description ?? ""),
    ...commandEntries(each, `${before}${each.name} `)
  ])

const settings = (): ReadonlyArray<string> => [
  title("SETTINGS"),
  wrapped(
    "Environment variables, also of a file: --env-file .env. Those that are set count before those of the file."
  ),
  settingList
    .map(
      ({ default: unset, description, name, takes }) =>
        `  ${name}\n      ${wrapped(`${description} Takes ${takes}. Default: ${unset}.`, 6)}`
    )
    .join("\n")
]

/** Commands whose help also lists the settings. */
const settable: ReadonlySet<string> = new Set(["serve", "worker", "bounces"])

/** For terminals of 80 characters. */
export const helpText = (
  { commandPath: path, helpDoc: { args = [], description, flags } }: Presenter.Help,
  root: Command.Any
): string => {
  const command = path
    .slice(1)
    .reduce((from, name) => commandsBelow(from).find((each) => each.name === name) ?? from, root)
  const commands = commandEntries(command)
  return [
    wrapped(description),
    ...section("USAGE", [
      usage(commands.length === 0 ? path : [...path, "<command>"], flags, args)
    ]),
    ...section(
      "ARGUMENTS",
      args.map((each) => entry(argumentName(each), meaning(each.description)))
    ),
    ...section(
      "OPTIONS",
      flags.map((flag) =>
        entry(optionName(flag), `${meaning(flag.description)}${flag.required ? " Needed." : ""}`)
      )
    ),
    ...section("COMMANDS", commands),
    ...(commands.length === 0
      ? []
      : [
          `\`${path.join(" ")} <command> --help\` has the options of a command.\nEach takes \`--env-file FILE\`, for variables that aren't set, such as .env.`
        ]),
    ...(settable.has(path.at(-1) ?? "") ? settings() : [])
  ].join("\n\n")
}
