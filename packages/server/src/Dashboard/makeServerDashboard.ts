import type { Sessions } from "@telemark/core"
import { loadDashboard } from "@telemark/dashboard"
import { type DashboardService, makeDashboard, sessionAccess } from "@telemark/http"
import { Effect } from "effect"
import type { Settings } from "../Settings/index.js"

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
    const files = yield* Effect.tryPromise(() => loadDashboard())
    const access = yield* sessionAccess({ publicUrl })
    return makeDashboard({
      files: Effect.succeed(files),
      access,
      features: { inbox: transport._tag === "Capture" }
    })
  }).pipe(
    Effect.catchAll((error) =>
      Effect.as(
        Effect.logWarning(
          "there is no dashboard: its pages can't be read. Install Telemark again",
          error
        ),
        undefined
      )
    )
  )
