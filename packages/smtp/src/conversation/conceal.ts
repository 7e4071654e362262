import { Redacted } from "effect"
import type { Failure } from "./failure.js"
import { oneLine } from "./reply.js"
import type { Credentials } from "./url.js"

/**
 * A shorter secret occurs in replies by chance: removing it would garble the reply and reveal the
 * secret.
 */
const minLength = 4

/**
 * Removes the password from a failure, both plain and base64-encoded as in AUTH: a server may
 * repeat it, and replies are logged.
 */
export const conceal =
  ({ password, user }: Credentials) =>
  (failure: Failure): Failure => {
    if (failure._tag !== "Refused") return failure
    const secret = Redacted.value(password)
    const secrets = [
      oneLine(secret),
      ...[secret, `\0${user}\0${secret}`].map((text) =>
        Buffer.from(text, "utf8").toString("base64")
      )
    ]
    const text = secrets
      .filter(({ length }) => length >= minLength)
      .reduce((rest, each) => rest.replaceAll(each, "…"), failure.reply.text)
    return { ...failure, reply: { ...failure.reply, text } }
  }
