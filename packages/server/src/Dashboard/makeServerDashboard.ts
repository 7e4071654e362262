import type { Sessions } from "@telemark/core"
import { loadDashboard } from "@telemark/dashboard"
import { type DashboardService, makeDashboard, sessionAccess } from "@telemark/http"
import { Effect } from "effect"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Settings } from "../Settings/index.js"

// CommonJS has no `import.meta`.
const here = typeof __filename === "string" ? __filename : import.meta.url

/** Where the pages are installed: the program has their package in it, but not its files. */
const installedPages = (): string =>
  join(dirname(createRequire(here).resolve("@telemark/dashboard/package.json")), "dist/app")

/**
 * The dashboard that the server shows at `/`; undefined, with a warning, if its pages can't be
 * read: mail matters more.
 */
export const makeServerDashboard = ({
  publicUrl,
  transport
}: Pick<Settings, "publicUrl" | "transport">): Effect.Effect<
  DashboardService | undefined,
  never,
  Sessions
> =>
  Effect.gen(function* () {
    const files = yield* Effect.tryPromise(async () => loadDashboard(installedPages()))
    const access = yield* sessionAccess({ publicUrl })
    return makeDashboard({
      files: Effect.succeed(files),
      access,
      features: { inbox: transport._tag === "Capture" },
      publicUrl
    })
  }).pipe(
    Effect.catch((error) =>
      Effect.as(
        Effect.logWarning(
          "there is no dashboard: its pages can't be read. Install Telemark again",
          error
        ),
        undefined
      )
    )
  )
