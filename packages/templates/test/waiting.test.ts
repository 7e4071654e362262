import { describe, expect, it } from "vitest"
import { type Claim, hasRoom, join, next, nobody, quit, type Waiting } from "../src/Compiler/waiting.js"

interface Turn extends Claim {
  readonly name: string
}

const turn = (name: string): Turn => ({ name, tenantId: name.startsWith("send") ? undefined : name[0] })
const line = (...names: ReadonlyArray<string>): Waiting<Turn> => names.map(turn).reduce<Waiting<Turn>>(join, nobody)

/** The order in which all begin, one after the other. */
const order = (waiting: Waiting<Turn>): ReadonlyArray<string> => {
  const found = next(waiting, [], 1)
  return found === undefined ? [] : [found.turn.name, ...order(found.waiting)]
}

/** Those that begin at once beside what runs. */
const begin = (waiting: Waiting<Turn>, size: number, running: ReadonlyArray<Turn> = []): ReadonlyArray<string> => {
  const found = next(waiting, running, size)
  return found === undefined ? [] : [found.turn.name, ...begin(found.waiting, size, [...running, found.turn])]
}

describe("who is next", () => {
  it("is nobody if nobody waits", () => {
    expect(order(nobody)).toEqual([])
  })

  it("is each in turn of one tenant", () => {
    expect(order(line("a1", "a2", "a3"))).toEqual(["a1", "a2", "a3"])
  })

  it("is one of each tenant in turn, whoever came with how many", () => {
    expect(order(line("a1", "a2", "a3", "b1", "b2", "c1"))).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"])
  })

  it("is what a send waits for before everything else", () => {
    expect(order(line("a1", "b1", "send1", "a2", "send2"))).toEqual(["send1", "send2", "a1", "b1", "a2"])
  })

  it("is nobody if every compiler is taken", () => {
    expect(begin(line("a1", "send1"), 2, [turn("b1"), turn("c1")])).toEqual([])
  })

  it.each([[1, 1], [2, 1], [3, 2], [8, 7]])("leaves, of %i compilers, %i to one tenant", (size, most) => {
    expect(begin(line(...Array.from({ length: 20 }, (_, index) => `a${index}`)), size)).toHaveLength(most)
  })

  it("is the next tenant if one has its share", () => {
    expect(begin(line("a2", "a3", "b1"), 2, [turn("a1")])).toEqual(["b1"])
  })

  it("is what sends wait for, on every compiler that is free", () => {
    expect(begin(line("send1", "send2", "send3"), 2)).toEqual(["send1", "send2"])
  })

  it("is no one that has quit", () => {
    const waiting = ["a1", "a2", "send1", "send2"].map(turn).reduce<Waiting<Turn>>(join, nobody)
    const [first] = waiting.ordinary.get("a") ?? []
    const [send] = waiting.urgent
    expect(order(quit(quit(waiting, first!), send!))).toEqual(["send2", "a2"])
  })

  it("forgets tenants of whom nobody waits", () => {
    const waiting = line("a1")
    expect(quit(waiting, waiting.ordinary.get("a")![0]!).ordinary.size).toBe(0)
    expect(next(waiting, [], 1)?.waiting.ordinary.size).toBe(0)
  })
})

describe("room", () => {
  const many = (count: number, name: (index: number) => string) => line(...Array.from({ length: count }, (_, index) => name(index)))

  it("is for 100 of one tenant, and for others beside it", () => {
    expect(hasRoom(many(99, (index) => `a${index}`), turn("a"))).toBe(true)
    expect(hasRoom(many(100, (index) => `a${index}`), turn("a"))).toBe(false)
    expect(hasRoom(many(100, (index) => `a${index}`), turn("b"))).toBe(true)
  })

  it("is for 500 of all tenants, and for sends beside them", () => {
    const full = many(500, (index) => `${"abcdefghij"[index % 10]!}${index}`)
    expect(hasRoom(full, turn("k"))).toBe(false)
    expect(hasRoom(full, turn("send"))).toBe(true)
  })

  it("is for 500 sends", () => {
    expect(hasRoom(many(499, (index) => `send${index}`), turn("send"))).toBe(true)
    expect(hasRoom(many(500, (index) => `send${index}`), turn("send"))).toBe(false)
  })
})
