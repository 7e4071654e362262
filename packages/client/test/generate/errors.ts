/** Makes the client's errors of the interface's table of errors. */
import { allOperations, type ErrorName, errorRow, errorsOf } from "@telemark/contract"
import { banner, typeOfSchema } from "./types.js"

/** Those that an operation answers, and those of paths that no operation has. */
const answered = [
  ...new Set<ErrorName>([
    ...allOperations.flatMap(({ operation }) => errorsOf(operation)),
    "MethodNotAllowed"
  ])
]

/** These have one code, since callers do the same about all of them. */
const unavailable = errorRow("StorageError").error

const doc =
  "The service can't do this at the moment. Whether it was done can't be told: repeat a send under its Idempotency-Key."

interface Row {
  readonly name: string
  readonly code: string
  readonly description: string
  readonly details: string
}

const rows: ReadonlyArray<Row> = [
  ...answered
    .filter((name) => errorRow(name).error !== unavailable && name !== "ValidationFailed")
    .map((name) => {
      const { description, details, error: code } = errorRow(name)
      return {
        name,
        code,
        description,
        details: details === undefined ? "unknown" : typeOfSchema(details)
      }
    }),
  { name: "ServiceUnavailable", code: unavailable, description: doc, details: "unknown" }
].sort((one, other) => (one.name < other.name ? -1 : 1))

const classOf = ({ code, description, details, name }: Row): string => {
  const [tag, quoted, sentence] = [name, code, description].map((text) => JSON.stringify(text))
  return `/** ${description} */\nexport class ${name} extends refusal<${String(tag)}, ${String(quoted)}, ${details}>(${String(tag)}, ${String(quoted)}, ${String(sentence)}) {}\n`
}

/** The file of errors. */
export const errorsFile =
  (): string => `${banner}import type { KeyScope, PauseReason, Scope } from "../Contract/index.js"
import { refusal } from "./refusal.js"
import { ValidationFailed } from "./ValidationFailed.js"

${rows.map(classOf).join("\n")}
/** The classes, by the code that the service answers. */
export const refusals = {
  "Validation failed": ValidationFailed,
${rows.map(({ code, name }) => `  ${/^\w+$/.test(code) ? code : JSON.stringify(code)}: ${name}`).join(",\n")}
} as const
`
