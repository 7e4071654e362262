/** Writes the client's classes of errors from the contract's table. */
import { errorRow } from "@telemark/contract"
import { importOfTypes, typeOfSchema } from "./clientTypes.js"
import { allErrors } from "./schemas.js"

/** Several errors have this code, and callers do the same about all of them: one class. */
const unavailable = errorRow("StorageError").error

interface Row {
  readonly name: string
  readonly code: string
  readonly description: string
  readonly details?: string
}

const rows: ReadonlyArray<Row> = [
  ...[...allErrors]
    // Its message is made of its details: the client has it by hand.
    .filter((name) => errorRow(name).error !== unavailable && name !== "ValidationFailed")
    .map((name) => {
      const { description, details, error: code } = errorRow(name)
      const row = { name, code, description }
      return details === undefined ? row : { ...row, details: typeOfSchema(details) }
    }),
  {
    name: "ServiceUnavailable",
    code: unavailable,
    description:
      "The service can't do this at the moment. Whether it was done can't be told: repeat a send under its Idempotency-Key."
  }
].sort((one, other) => (one.name < other.name ? -1 : 1))

const classOf = ({ code, description, details, name }: Row): string => {
  const given = [name, code].map((text) => JSON.stringify(text)).join(", ")
  const type = details === undefined ? "" : `<${details}>`
  return `/** ${description} */\nexport class ${name} extends refusal(${given})${type} {}\n`
}

/** The classes of errors that the service answers. */
export const clientErrors = (): string => {
  const classes = rows.map(classOf).join("\n")
  return `import { refusal } from "../errors/TelemarkError.js"\n${importOfTypes(classes)}\n${classes}`
}

/** All of these classes as a list, which the client finds the class of an answer in. */
export const clientRefusals = (): string => {
  const names = rows.map(({ name }) => name).join(", ")
  return `import { ${names} } from "./errors.js"\n\nexport const refusals = [${names}] as const\n`
}
