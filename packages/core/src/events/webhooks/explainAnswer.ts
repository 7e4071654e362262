import type { WebhookAnswer, WebhookFault } from "./WebhookCaller.js"

const faults: Readonly<Record<WebhookFault, string>> = {
  policy: "The network policy (TELEMARK_ALLOW_NETWORKS) does not allow the address of this host.",
  dns: "The host's name could not be resolved to addresses that the network policy (TELEMARK_ALLOW_NETWORKS) allows.",
  refused: "The host refused the connection, or could not be reached.",
  reset: "The connection was lost before the whole answer had arrived.",
  timeout: "No complete answer arrived within 15 s. Answer first, and do the work afterwards.",
  tls: "TLS could not be set up with the host.",
  certificate: "The host's certificate is not valid for it.",
  protocol: "The host answered with something that is not HTTP.",
  internal: "Telemark itself failed (its log has the cause)."
}

const refusal = (status: number): string => {
  if (status >= 300 && status < 400)
    return `The endpoint answered ${String(status)}. Redirects are not followed: save the URL that it points to.`
  if (status === 410)
    return "The endpoint answered 410 (Gone), so Telemark posts no more events to it."
  return `The endpoint answered ${String(status)}. Only a 2xx answer confirms the event.`
}

export const isTaken = (answer: WebhookAnswer): boolean =>
  answer._tag === "Answered" && answer.status >= 200 && answer.status < 300

/** Why an endpoint didn't accept an event, in a sentence; null if it did. */
export const explainAnswer = (answer: WebhookAnswer): string | null => {
  if (isTaken(answer)) return null
  return answer._tag === "Broken" ? faults[answer.reason] : refusal(answer.status)
}
