import type { DeliveryOutcome } from "./DeliveryOutcome.js"

type Refused = Extract<DeliveryOutcome, { readonly _tag: "Refused" }>

/** Refusals of the login itself (RFC 4954 6, RFC 5248). */
const atLogin: Readonly<Partial<Record<number, string>>> = {
  534: "The mail server demands another kind of login; its reply says which.",
  535: "The mail server refused the user name or the password.",
  538: "The mail server takes the login over TLS only."
}

const needsTls = (text: string): boolean => /\bstarttls\b/i.test(text)

const askedFor = ({ login, reply, tls }: Refused): string => {
  // 530 also means that the server requires STARTTLS first (RFC 3207 4).
  if (needsTls(reply.text) && tls === null)
    return "The mail server takes mail over TLS only, and the connection was in clear."
  switch (login) {
    case "not_offered":
      return "The mail server asks for a login, but offers no AUTH on this connection that takes a user name and a password."
    case "not_configured":
      return "The mail server needs a login, and no user name and password are configured for it."
    default:
      return "The mail server asks for a login before it takes the message."
  }
}

export const explainLogin = (outcome: DeliveryOutcome): string | undefined => {
  if (outcome._tag !== "Refused") return undefined
  const { reply, stage } = outcome
  if (reply.code === 530) return askedFor(outcome)
  return stage === "auth" ? atLogin[reply.code] : undefined
}
