import { Redacted } from "effect"
import type { Failure } from "./failure.js"
import { oneLine } from "./reply.js"
import type { Credentials } from "./url.js"

/** What is shorter stands in any reply by chance: taking it out would mangle the reply, and show what was taken out. */
const shortest = 4

/** A failure without the password, plain or as it is said at the login: a server may repeat it, and replies are kept in the log. */
export const conceal = ({ password, user }: Credentials) => (failure: Failure): Failure => {
  if (failure._tag !== "Refused") return failure
  const secret = Redacted.value(password)
  const secrets = [oneLine(secret), ...[secret, `\0${user}\0${secret}`].map((text) => Buffer.from(text, "utf8").toString("base64"))]
  const text = secrets.filter(({ length }) => length >= shortest).reduce((rest, each) => rest.replaceAll(each, "…"), failure.reply.text)
  return { ...failure, reply: { ...failure.reply, text } }
}
