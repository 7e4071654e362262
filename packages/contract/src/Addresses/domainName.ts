import { Schema } from "effect"
import { toAsciiDomain } from "./address.js"

/** A domain name of two labels or more, in upper or lower case and any script. */
export const DomainName = Schema.String.pipe(
  Schema.check(
    Schema.makeFilter(
      (text) =>
        toAsciiDomain(text) === undefined
          ? "must be a domain name of two labels or more, such as example.com"
          : undefined,
      {
        jsonSchema: { maxLength: 253, examples: ["mail.example.com"] }
      }
    )
  )
)
