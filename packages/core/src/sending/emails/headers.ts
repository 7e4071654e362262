import { withoutControls } from "@telemark/contract"
import { isReservedField } from "./reservedFields.js"

/** A header field of a mail: its name as spelled by the caller, and its value on one line. */
export type HeaderField = readonly [name: string, value: string]

export const selectHeaders = (
  headers: Readonly<Record<string, string>>
): { readonly kept: ReadonlyArray<HeaderField>; readonly dropped: ReadonlyArray<string> } => {
  const fields = Object.entries(headers)
  return {
    kept: fields
      .filter(([name]) => !isReservedField(name))
      .map(([name, value]) => [name, withoutControls(value).trim()]),
    dropped: fields.filter(([name]) => isReservedField(name)).map(([name]) => name)
  }
}
