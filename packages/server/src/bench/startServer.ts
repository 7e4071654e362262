import {
  documentOf,
  type Program,
  type ProgramOptions,
  serverSettings,
  type Sink,
  sinkOf,
  startProgram
} from "@telemark-tools/load"
import { Effect, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { commandFailed, type CommandFailed } from "../cli/failures.js"
import type { BenchDatabase } from "./BenchDatabase.js"

const here = fileURLToPath(import.meta.url)
const dist = join(dirname(here), here.endsWith(".ts") ? "../../dist" : ".")

/** Without the settings of this machine, which may name data and mail servers in use. */
const ownVariables = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:TELEMARK|OTEL)_/.test(name))
  )

const started = (
  name: string,
  args: ReadonlyArray<string>,
  options: ProgramOptions
): Effect.Effect<Program, CommandFailed, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({
      try: () => startProgram(name, [process.execPath, ...args], options),
      catch: () => commandFailed("not_started", `${name} can't be started. Install Telemark again.`)
    }),
    ({ stop }) => Effect.promise(stop)
  )

/** The SMTP server that takes all mail, in a process of its own. */
export const startSink: Effect.Effect<Sink, CommandFailed, Scope.Scope> = Effect.map(
  started("The SMTP server", [join(dist, "benchSink.js")], { env: ownVariables() }),
  sinkOf
)

/** A server that takes requests. */
export interface BenchServer {
  readonly pid: number
  readonly url: string
  /** The key that may do everything. */
  readonly key: string
}

interface Document {
  readonly url?: string
  readonly first_start?: { readonly key: string }
  readonly error?: string
  readonly message?: string
}

/** `telemark serve` with its defaults, as somebody starts it who is in this folder. */
export const startServer = (
  database: BenchDatabase,
  smtpPort: number,
  folder: string
): Effect.Effect<BenchServer, CommandFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const secret = randomBytes(32).toString("base64")
    const program = yield* started(
      "telemark serve",
      [join(dist, "../bin/telemark.js"), "serve", "--json"],
      {
        cwd: folder,
        env: {
          ...ownVariables(),
          ...serverSettings({ database: database.url, secret, smtpPort }),
          ...database.settings
        },
        // What keeps it from starting is in its document, too.
        stderr: "ignore"
      }
    )
    const { error, first_start, message, url } = (yield* Effect.promise(() =>
      documentOf(program)
    )) as Document
    if (url === undefined || first_start === undefined)
      return yield* commandFailed(error ?? "not_started", message ?? "The server did not start.")
    return { pid: program.pid, url, key: first_start.key }
  })
