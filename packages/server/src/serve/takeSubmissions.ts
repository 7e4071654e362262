import { isLoopback, type ListeningForSubmissions, listenForSubmissions } from "@telemark/smtp"
import { Effect } from "effect"
import type { Settings } from "../settings/Settings.js"
import { withFinalizers } from "./takeBounces.js"

/** For mail under way once the process is stopped. */
const drain = "25 seconds"

/** Until the scope closes; undefined if the settings have no port for submitted mail. */
export const takeSubmissions = ({ submission }: Pick<Settings, "submission">) =>
  submission === undefined
    ? Effect.succeed(undefined)
    : Effect.gen(function* () {
        const at = yield* listenForSubmissions({ ...submission, drain })
        yield* Effect.logInfo("listening for submitted mail", at)
        return at
      }).pipe(withFinalizers("sequential"))

/** Such as `port 587 of 127.0.0.1, in clear`. */
export const describeSubmissions = ({
  host,
  port,
  securePort
}: ListeningForSubmissions): string => {
  const isLocal = isLoopback(host)
  const where = isLocal ? ` of ${host}` : ""
  return [
    ...(port === undefined
      ? []
      : [`port ${String(port)}${where}, ${isLocal ? "also in clear" : "with STARTTLS"}`]),
    ...(securePort === undefined ? [] : [`port ${String(securePort)}${where} with TLS`])
  ].join("; ")
}
