import { describe, expect, it } from "@effect/vitest"
import { byTenant, takeTurns } from "../src/Queue/turns.js"

const due = (...ids: ReadonlyArray<string>) => ids.map((id, index) => ({ id, tenant_id: id.charAt(0), due_at: index }))
const take = (limit: number, ...ids: ReadonlyArray<string>) => takeTurns(due(...ids), limit).map(({ id }) => id)

describe("takeTurns", () => {
  it("takes one from each tenant before a second from any", () => {
    expect(take(4, "a1", "a2", "a3", "b1", "b2", "c1")).toEqual(["a1", "b1", "c1", "a2"])
  })

  it("gives what one tenant lacks to those that have more", () => {
    expect(take(5, "a1", "a2", "a3", "a4", "b1")).toEqual(["a1", "b1", "a2", "a3", "a4"])
  })

  it("takes no more than there is", () => {
    expect(take(10, "a1", "b1")).toEqual(["a1", "b1"])
    expect(take(10)).toEqual([])
  })
})

describe("byTenant", () => {
  it("keeps each tenant's messages in their order", () => {
    const tenants = [...byTenant(due("a1", "b1", "a2", "c1", "a3"))]
    expect(tenants.map(([tenant, own]) => [tenant, ...own.map(({ id }) => id)])).toEqual([["a", "a1", "a2", "a3"], ["b", "b1"], ["c", "c1"]])
  })
})
