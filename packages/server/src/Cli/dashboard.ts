import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { Sessions, timestamp } from "@telemark/core"
import { Effect } from "effect"
import { signInUrl } from "../Dashboard/index.js"
import { print, printJson, remark } from "../output.js"
import { addressesOf } from "../Serve/index.js"
import { readSettings } from "../Settings/index.js"
import { flag, json } from "./options.js"
import { withServices } from "./withServices.js"

const signOutAll = flag("sign-out-all").pipe(
  Flag.withDescription(
    "Instead, end all sessions of the dashboard, and make printed addresses void that weren't used."
  )
)

const printAddress = (json: boolean) =>
  Effect.gen(function* () {
    const settings = yield* readSettings
    const { expires_at, secret } = yield* (yield* Sessions).createToken
    const at =
      settings.publicUrl === undefined
        ? addressesOf(settings, settings.port).dashboard_url
        : `${settings.publicUrl}/`
    const dashboard_url = signInUrl(at, secret)
    if (json) return yield* printJson({ dashboard_url, expires_at: timestamp(expires_at) })
    yield* print(dashboard_url)
    yield* remark(
      "This address signs in once, as the operator, within ten minutes. Anyone who opens it first may do everything."
    )
  })

const endSessions = (json: boolean) =>
  Effect.gen(function* () {
    yield* (yield* Sessions).endAll
    if (json) return yield* printJson({ success: true })
    yield* print("Everybody is signed out.")
  })

export const dashboard = Command.make("dashboard", { json, signOutAll }, ({ json, signOutAll }) =>
  withServices(() => (signOutAll ? endSessions(json) : printAddress(json)))
).pipe(
  Command.withDescription(
    "Prints an address that signs in to the dashboard once, as the operator, within ten minutes."
  )
)
