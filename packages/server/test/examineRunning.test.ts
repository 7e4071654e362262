import { expect, it } from "@effect/vitest"
import { Diagnosis, type StoragePorts, type Tenants } from "@telemark/core"
import { Effect } from "effect"
import { join } from "node:path"
import { layerApplication } from "../src/application/layers.js"
import { examineRunning } from "../src/doctor/examine.js"
import { readSettings } from "../src/settings/Settings.js"
import { temporaryDirectory } from "./support/telemark.js"
import { withEnvironment } from "./support/withEnvironment.js"

it.live(
  "a server examines what it has open, and says what to do about the relay that it can't reach",
  () =>
    Effect.gen(function* () {
      const settings = yield* withEnvironment(readSettings, {
        TELEMARK_DATABASE_URL: `sqlite:${join(temporaryDirectory(), "mail.db")}`,
        TELEMARK_SMTP_URL: "smtp://127.0.0.1:9",
        TELEMARK_DNS_SERVERS: "127.0.0.1:9"
      })
      const found = yield* Effect.gen(function* () {
        const context = yield* Effect.context<StoragePorts | Tenants>()
        yield* (yield* Diagnosis).attach(Effect.provide(examineRunning(settings), context))
        return yield* (yield* Diagnosis).get
      }).pipe(Effect.provide(layerApplication(settings)))
      expect(found.available).toBe(true)
      const levelOf = (check: string) =>
        found.findings.find((finding) => finding.check === check)?.level
      expect(["database", "disk", "dns", "mail"].map((check) => [check, levelOf(check)])).toEqual([
        ["database", "warning"],
        ["disk", "ok"],
        ["dns", "problem"],
        ["mail", "problem"]
      ])
      expect(found.findings.find(({ check }) => check === "mail")?.message).toContain(
        "can't be used"
      )
    })
)
