import { countSteps } from "@telemark-tools/steps"
import { allScopes } from "@telemark/contract"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "../test/support/service.js"
import { accepted, largeRequests, refusedByShape, template } from "./largeRequests.js"

/** Octets of a body that a step has at most, on average. */
const maxOfStep = 128 * 1024

describe("a large request", () => {
  let service: Service
  let key: string
  beforeAll(async () => {
    service = await startService()
    const account = await service.newAccount({ scopes: allScopes })
    key = account.key.key
    await service.call("POST", "/v1/templates", {
      key,
      json: { ...template, html: "<p>{{a}}</p>" }
    })
  })
  afterAll(() => service.close())

  it.each(largeRequests.map((row) => ({ cause: row[0], row })))(
    "is answered, and handled piece by piece: $cause",
    async ({ row: [cause, path, content, method = "POST"] }) => {
      const body = new TextEncoder().encode(JSON.stringify(content))
      const { result, steps } = await countSteps(() =>
        service.call(method, path, {
          key,
          body,
          headers: { "content-type": "application/json" }
        })
      )
      if (accepted.has(cause)) expect([200, 201]).toContain(result.status)
      else {
        expect(result.status).toBe(400)
        expect(result.json).toMatchObject({
          error: "Validation failed",
          message: expect.any(String),
          details: expect.any(Object)
        })
      }
      if (refusedByShape.has(cause)) expect(steps).toBeLessThanOrEqual(2)
      else expect(body.length / steps).toBeLessThan(maxOfStep)
    }
  )
})
