import {
  allOperations,
  countedAs,
  errorsOf,
  groups,
  repeatOf,
  wireMembersOf
} from "@telemark/contract"
import { SchemaAST as AST } from "effect"
import { describe, expect, it } from "vitest"

const named = allOperations.map((one) => [`${one.group}.${one.name}`, one.operation] as const)

describe("an operation", () => {
  it("is once in the table, by its path and method", () => {
    const stated = allOperations.map(({ operation }) => `${operation.method} ${operation.path}`)
    expect(new Set(stated).size).toBe(stated.length)
    expect(stated.length).toBeGreaterThan(40)
    expect(Object.keys(groups)).toEqual([...new Set(allOperations.map(({ group }) => group))])
  })

  it.each(named)(
    "%s describes each parameter of its path, and no other",
    (_, { parameters = {}, path }) => {
      expect(Object.keys(parameters)).toEqual([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
    }
  )

  it.each(named)("%s is known by a member that its answer always has", (_, { mark, response }) => {
    expect(wireMembersOf(response).find(({ name }) => name === mark)?.isOptional).toBe(false)
  })

  it.each(named)("%s has a name for what it takes and answers", (_, { body, query, response }) => {
    for (const schema of [body, query, response]) {
      if (schema !== undefined) expect(AST.resolveIdentifier(schema.ast)).toMatch(/^[A-Z]\w+$/)
    }
  })

  it.each(named)(
    "%s says of each status what it means: of 200 beside 201 where an answer may repeat an earlier one",
    (_, { answers, isRepeat }) => {
      expect(Object.values(answers).every((meaning) => /^[A-Z`].*\.$/.test(meaning))).toBe(true)
      expect(Object.keys(answers).length).toBe(isRepeat === undefined ? 1 : 2)
    }
  )

  it.each(named)(
    "%s may be repeated under a key only if it takes one, and always if it only reads",
    (_, operation) => {
      expect(repeatOf(operation) === "keyed").toBe(operation.idempotencyKey !== undefined)
      if (operation.method === "GET")
        expect([repeatOf(operation), countedAs(operation)]).toEqual(["always", undefined])
      else expect(countedAs(operation)).toBeDefined()
    }
  )

  it.each(named)(
    "%s may fail as each does, and for its rate where it is counted",
    (_, operation) => {
      expect(errorsOf(operation)).toEqual(
        expect.arrayContaining([
          "InvalidApiKey",
          "InsufficientScope",
          "StorageError",
          "InternalError"
        ])
      )
      expect(errorsOf(operation).includes("RateLimited")).toBe(countedAs(operation) !== undefined)
      expect(errorsOf(operation).includes("PayloadTooLarge")).toBe(operation.body !== undefined)
    }
  )
})
