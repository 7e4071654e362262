import { describe, expect, it } from "vitest"
import { type Claim, hasRoom, join, next, nobody, quit, type Waiting } from "../src/Compiler/waiting.js"

interface Turn extends Claim {
  readonly name: string
}

/** "a1": a save of tenant a. "A1": what a send of tenant a waits for. */
const turn = (name: string): Turn => {
  const tenantId = (name[0] ?? "").toLowerCase()
  return { name, tenantId, isUrgent: !name.startsWith(tenantId) }
}
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

  it.each([
    ["what a send waits for, before saves", "a1 b1 A1 a2 B1", "A1 B1 a1 b1 a2"],
    ["one of each tenant in turn, of what sends wait for", "A1 A2 A3 B1 B2 C1", "A1 B1 C1 A2 B2 A3"],
    ["a save after three that sends wait for", "A1 A2 A3 A4 A5 A6 A7 b1 b2 c1", "A1 A2 A3 b1 A4 A5 A6 c1 A7 b2"],
    ["what a send waits for right after a save", "A1 A2 A3 A4 B1 c1", "A1 B1 A2 c1 A3 A4"]
  ])("is %s", (_, waiting, expected) => {
    expect(order(line(...waiting.split(" "))).join(" ")).toBe(expected)
  })

  it("is a save at once if sends have had all turns while nobody saved", () => {
    const sends = line("A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8")
    const later = Array.from({ length: 6 }).reduce<Waiting<Turn>>((waiting) => next(waiting, [], 1)?.waiting ?? waiting, sends)
    expect(order(join(later, turn("b1")))).toEqual(["b1", "A7", "A8"])
  })

  it("is nobody if every compiler is taken", () => {
    expect(begin(line("a1", "D1"), 2, [turn("b1"), turn("c1")])).toEqual([])
  })

  it.each([[1, 1], [2, 1], [3, 2], [8, 7]])("leaves, of %i compilers, %i to one tenant", (size, most) => {
    expect(begin(line(...Array.from({ length: 20 }, (_, index) => `a${index}`)), size)).toHaveLength(most)
  })

  it("is the next tenant if one has its share", () => {
    expect(begin(line("a2", "a3", "b1"), 2, [turn("a1")])).toEqual(["b1"])
  })

  it.each([[1, 1], [2, 1], [3, 2], [8, 7]])("leaves, of %i compilers, %i to the sends of one tenant", (size, most) => {
    expect(begin(line(...Array.from({ length: 20 }, (_, index) => `A${index}`)), size)).toHaveLength(most)
  })

  it("counts sends and saves of a tenant together", () => {
    expect(begin(line("a2", "A3"), 2, [turn("a1")])).toEqual([])
    expect(begin(line("a2", "A3", "b1"), 2, [turn("A1")])).toEqual(["b1"])
    expect(begin(line("A1", "B1", "C1"), 2)).toEqual(["A1", "B1"])
  })

  it("is no one that has quit", () => {
    const waiting = line("a1", "a2", "B1", "B2")
    const [first] = waiting.ordinary.get("a") ?? []
    const [send] = waiting.urgent.get("b") ?? []
    expect(order(quit(quit(waiting, first!), send!))).toEqual(["B2", "a2"])
  })

  it("forgets tenants of whom nobody waits", () => {
    const waiting = line("a1")
    expect(quit(waiting, waiting.ordinary.get("a")![0]!).ordinary.size).toBe(0)
    expect(next(waiting, [], 1)?.waiting.ordinary.size).toBe(0)
  })
})

describe("room", () => {
  const many = (count: number, name: (index: number) => string) => line(...Array.from({ length: count }, (_, index) => name(index)))

  it.each(["a", "A"])("is for 100 of one tenant, and for others beside it: %s", (name) => {
    const other = name === "a" ? "b" : "B"
    expect(hasRoom(many(99, (index) => `${name}${index}`), turn(name))).toBe(true)
    expect(hasRoom(many(100, (index) => `${name}${index}`), turn(name))).toBe(false)
    expect(hasRoom(many(100, (index) => `${name}${index}`), turn(other))).toBe(true)
  })

  it("is for 500 saves of all tenants, and for sends beside them", () => {
    const full = many(500, (index) => `${"abcdefghij"[index % 10]!}${index}`)
    expect(hasRoom(full, turn("a"))).toBe(false)
    expect(hasRoom(full, turn("A"))).toBe(true)
  })

  it("is for 500 sends of all tenants, and for saves beside them", () => {
    const full = many(500, (index) => `${"ABCDEFGHIJ"[index % 10]!}${index}`)
    expect(hasRoom(full, turn("A"))).toBe(false)
    expect(hasRoom(full, turn("a"))).toBe(true)
  })

  it("is always for a tenant that has none waiting, however many others have", () => {
    expect(hasRoom(many(500, (index) => `${"abcdefghij"[index % 10]!}${index}`), turn("k"))).toBe(true)
    expect(hasRoom(many(500, (index) => `${"ABCDEFGHIJ"[index % 10]!}${index}`), turn("K"))).toBe(true)
  })
})
