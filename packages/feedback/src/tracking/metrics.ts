import { Effect, Metric } from "effect"
import type { Hit } from "./Hit.js"

/** Counts opens and clicks that were recorded, repeats left out that memory knows. */
const hits = Metric.counter("telemark.tracking.hits", {
  description: "Opens and clicks that were recorded",
  incremental: true
})

/** Counts opens and clicks that were lost. */
export const lostHits = Metric.counter("telemark.tracking.lost", {
  description: "Opens and clicks that were lost because they could not be recorded in time",
  incremental: true
})

const kinds: Readonly<Record<Hit["kind"], string>> = { open: "opened", click: "clicked" }

export const countHits = (recorded: ReadonlyArray<Hit>): Effect.Effect<void> => {
  const counts = new Map<string, { readonly hit: Hit; count: number }>()
  for (const hit of recorded) {
    const name = `${hit.kind} ${hit.machine ?? ""}`
    const known = counts.get(name)
    if (known === undefined) counts.set(name, { hit, count: 1 })
    else known.count++
  }
  return Effect.forEach(
    counts.values(),
    ({ count, hit: { kind, machine } }) =>
      Metric.update(
        hits.pipe(
          Metric.withAttributes({ kind: kinds[kind] }),
          Metric.withAttributes({ by: machine ?? "person" })
        ),
        count
      ),
    { discard: true }
  )
}
