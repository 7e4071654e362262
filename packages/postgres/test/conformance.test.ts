import { describe, it } from "@effect/vitest"
import { layer } from "@telemark/postgres"
import { storageConformance } from "@telemark/testing"
import { Effect, Layer } from "effect"
import { fresh } from "./fresh.js"

storageConformance("Postgres", Layer.unwrapScoped(Effect.map(fresh, (url) => layer({ url }))), { describe, it })
