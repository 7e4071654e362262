import { Domains } from "@telemark/core"
import { Effect, Schedule } from "effect"

/** Domains that are looked up in one go. */
const together = 20

/** Looks after the sending domains whose time has come, every two minutes; while there are many, without a pause. */
export const domainChecks: Effect.Effect<void, never, Domains> = Effect.flatMap(Domains, (domains) =>
  Effect.repeat(domains.verifyDue(together), { while: (verified) => verified > 0 }).pipe(
    Effect.catchAll((error) => Effect.logWarning("sending domains could not be checked; it will be tried again", { reason: error.message })),
    Effect.catchAllDefect((defect) => Effect.logError("checking sending domains broke; it will be tried again", defect)),
    Effect.repeat(Schedule.spaced("2 minutes")),
    Effect.asVoid
  ))
