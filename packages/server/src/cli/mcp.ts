import { type ApiKeyView, isRecipientPattern, parseUrl } from "@telemark/core"
import { Effect, Layer, Redacted } from "effect"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { makeCallServer, type ServerAddress } from "../mcp/callServer.js"
import { layerAgentServer } from "../mcp/layerAgentServer.js"
import { layerProcessStdio } from "../mcp/processStdio.js"
import type { SendBounds } from "../mcp/sendGuard.js"
import { visible } from "../output.js"
import { version } from "./commandLine.js"
import { commandFailed } from "./failures.js"
import { flag, optional } from "./parameters.js"

const usualUrl = "http://127.0.0.1:3025"

const addressFrom = (environment: NodeJS.ProcessEnv) =>
  Effect.gen(function* () {
    const { TELEMARK_KEY: key = "", TELEMARK_URL: given = usualUrl } = environment
    const url = given.replace(/\/+$/, "").replace(/\/v1$/, "")
    if (key === "")
      return yield* commandFailed(
        "no_key",
        "Set TELEMARK_KEY to an API key, such as one that `telemark keys create --tenant default --scopes email:read` prints."
      )
    if (!/^https?:\/\/[^/]/.test(url) || parseUrl(url) === undefined)
      return yield* commandFailed(
        "invalid_url",
        "TELEMARK_URL takes the address of a server, such as http://127.0.0.1:3025."
      )
    const address: ServerAddress = { url, key: Redacted.make(key), version }
    return address
  })

/** The key itself must be bound: whoever has it could otherwise send to everybody. */
const requireBoundKey = (address: ServerAddress) =>
  Effect.gen(function* () {
    const { status, text } = yield* makeCallServer(address)({
      method: "GET",
      path: "/api-keys/current",
      body: undefined
    })
    if (status !== 200)
      return yield* commandFailed(
        "key_not_usable",
        `The server doesn't say what this key may do (${String(status)}): ${visible(text.slice(0, 300))}`
      )
    const { allowed_recipients } = JSON.parse(text) as ApiKeyView
    if (allowed_recipients === undefined)
      return yield* commandFailed(
        "key_not_bound",
        "This key may send to everybody, and --allow-send takes none of those. Make one with `telemark keys create --tenant default --allowed-recipients you@example.com --max-sends-per-day 50`."
      )
  })

const boundsOf = (
  allowSend: boolean,
  recipients: ReadonlyArray<string>,
  maxPerHour: number | undefined
) =>
  Effect.gen(function* () {
    if (!allowSend)
      return recipients.length === 0 && maxPerHour === undefined
        ? undefined
        : yield* commandFailed("usage", "--recipient and --max-per-hour go with --allow-send.")
    if (recipients.length === 0)
      return yield* commandFailed(
        "usage",
        "Say to whom it may send: --recipient with an address, or with a domain such as @example.com. It can be given several times."
      )
    if (!recipients.every(isRecipientPattern))
      return yield* commandFailed(
        "usage",
        "--recipient takes an address such as ada@example.com, or a domain such as @example.com."
      )
    if (maxPerHour !== undefined && maxPerHour < 1)
      return yield* commandFailed("usage", "--max-per-hour takes a number from 1 up.")
    const bounds: SendBounds = { recipients, maxPerHour: maxPerHour ?? 10 }
    return bounds
  })

export const mcp = Command.make(
  "mcp",
  {
    allowSend: flag("allow-send", "Also offer to send mail. Without it, agents only read."),
    recipient: Flag.String("recipient").pipe(
      Flag.withDescription(
        "To whom it may send: an address, or a domain such as @example.com. Several are allowed."
      ),
      Flag.between(0, 100)
    ),
    maxPerHour: optional(
      Flag.withDescription(Flag.Int("max-per-hour"), "Sends an hour at most; 10 by default.")
    )
  },
  ({ allowSend, maxPerHour, recipient }) =>
    Effect.gen(function* () {
      const sending = yield* boundsOf(allowSend, recipient, maxPerHour)
      const address = yield* addressFrom(process.env)
      if (sending !== undefined) yield* requireBoundKey(address)
      return yield* Layer.launch(
        Layer.provide(layerAgentServer({ ...address, sending }), layerProcessStdio)
      )
    })
).pipe(
  Command.withDescription(
    "Offers a running server to an agent by the Model Context Protocol, on standard input and output. It calls TELEMARK_URL with the key of TELEMARK_KEY, and only reads unless --allow-send is given."
  )
)
