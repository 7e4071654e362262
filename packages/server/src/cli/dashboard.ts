import { Sessions, timestamp } from "@telemark/core"
import { Effect } from "effect"
import * as Command from "effect/cli/Command"
import { addressesOf, signInUrl } from "../application/addresses.js"
import { print, printJson, remark } from "../output.js"
import { commandFailed } from "./failures.js"
import { flag, json } from "./parameters.js"
import { recorded } from "./recorded.js"
import { withServices } from "./withSettings.js"

const signOutAll = flag(
  "sign-out-all",
  "Instead, end all sessions of the dashboard, and make printed addresses void that weren't used."
)

const noInbox = () =>
  commandFailed(
    "no_inbox",
    "These settings don't capture mail, so there is no inbox. Set TELEMARK_TRANSPORT=capture, or run this command with the settings of a server that captures mail."
  )

const printAddress = (name: "dashboard_url" | "inbox_url", json: boolean) =>
  withServices((settings) =>
    Effect.gen(function* () {
      const page = addressesOf(settings, settings.port, settings.publicUrl)[name]
      if (page === undefined) return yield* noInbox()
      const { expires_at, url } = yield* recorded({ operation: "session.createLink" })(
        signInUrl(page)
      )
      if (json) return yield* printJson({ [name]: url, expires_at: timestamp(expires_at) })
      yield* print(url)
      yield* remark(
        "This address signs in once, as the operator, within ten minutes. Anyone who opens it first may do everything."
      )
    })
  )

const endSessions = (json: boolean) =>
  withServices(() =>
    Effect.gen(function* () {
      yield* recorded({ operation: "session.endAll" })((yield* Sessions).endAll)
      if (json) return yield* printJson({ success: true })
      yield* print("Everybody is signed out.")
    })
  )

export const dashboard = Command.make("dashboard", { json, signOutAll }, ({ json, signOutAll }) =>
  signOutAll ? endSessions(json) : printAddress("dashboard_url", json)
).pipe(
  Command.withDescription(
    "Prints an address that signs in to the dashboard once, as the operator, within ten minutes."
  )
)

export const inbox = Command.make("inbox", { json }, ({ json }) =>
  printAddress("inbox_url", json)
).pipe(
  Command.withDescription(
    "Prints an address that signs in once, as `dashboard` does, and shows the inbox of captured mail."
  )
)
