import { KeyHasher } from "@telemark/core"
import { layerKeyHasher, makeKeyHasher } from "@telemark/http"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"

const withHasher = <A>(use: (hasher: typeof KeyHasher.Service) => Effect.Effect<A>): Promise<A> =>
  Effect.runPromise(Effect.provide(Effect.flatMap(KeyHasher, use), layerKeyHasher))

describe("the key hasher", () => {
  it("makes salted argon2id hashes of the recommended cost, which are valid for their key only", async () => {
    const [one, other] = await withHasher((hasher) =>
      Effect.all([hasher.hash("tmk_a"), hasher.hash("tmk_a")])
    )
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(
      await withHasher((hasher) =>
        Effect.all([hasher.verify("tmk_a", one), hasher.verify("tmk_b", one)])
      )
    ).toEqual([true, false])
  })

  it("verifies hashes of another cost, which the hash itself names", async () => {
    const cheap = await Effect.runPromise(
      Effect.provide(
        Effect.flatMap(KeyHasher, ({ hash }) => hash("tmk_a")),
        makeKeyHasher({ memoryCost: 8, timeCost: 1 })
      )
    )
    expect(cheap).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    expect(
      await withHasher((hasher) =>
        Effect.all([hasher.verify("tmk_a", cheap), hasher.verify("tmk_b", cheap)])
      )
    ).toEqual([true, false])
  })
})
