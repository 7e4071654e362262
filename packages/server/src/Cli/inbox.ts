import * as Command from "effect/cli/Command"
import { Effect } from "effect"
import { print, printJson } from "../output.js"
import { addresses } from "../Serve/index.js"
import { readSettings } from "../Settings/index.js"
import { CommandFailed } from "./failures.js"
import { json } from "./options.js"
import { withServices } from "./withServices.js"

const noInbox = () =>
  new CommandFailed({
    code: "no_inbox",
    message:
      "These settings don't capture mail, so there is no inbox. Set TELEMARK_TRANSPORT=capture, or run this command with the settings of a server that captures mail."
  })

export const inbox = Command.make("inbox", { json }, ({ json }) =>
  withServices(() =>
    Effect.gen(function* () {
      const settings = yield* readSettings
      const { inbox_url } = yield* addresses(settings, settings.port)
      if (inbox_url === undefined) return yield* noInbox()
      yield* json ? printJson({ inbox_url }) : print(inbox_url)
    })
  )
).pipe(
  Command.withDescription(
    "Prints the address that opens the inbox of captured mail, as each start does. Anyone who has it can read that mail."
  )
)
