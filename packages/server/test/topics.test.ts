import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { call } from "./support/call.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

describe("topics on the command line", () => {
  it("are created, listed, changed and removed, and named by sends", async () => {
    const directory = temporaryDirectory()
    const server = await startServing(directory)
    const environment = { TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}` }
    const topics = (...args: ReadonlyArray<string>) => call(["topics", ...args], environment)
    const json = async (...args: ReadonlyArray<string>) => {
      const { code, stdout } = await topics(...args, "--json")
      return { code, document: JSON.parse(stdout) as Readonly<Record<string, unknown>> }
    }

    expect(
      await json("create", "newsletter", "--name", "Newsletter", "--description", "Monthly.")
    ).toMatchObject({
      code: 0,
      document: { id: "newsletter", name: "Newsletter", description: "Monthly." }
    })
    expect(await json("create", "newsletter", "--name", "Again")).toMatchObject({
      code: 1,
      document: { error: "topic_exists" }
    })
    expect(await json("create", "No topic", "--name", "A")).toMatchObject({
      code: 1,
      document: {
        error: "Validation failed",
        message: expect.stringContaining("lower-case") as unknown
      }
    })
    expect(
      (await server.post("/emails/send", { to: "ada@example.com", text: "x", topic: "newsletter" }))
        .status
    ).toBe(201)

    expect(await json("update", "newsletter", "--name", "News", "--no-description")).toMatchObject({
      code: 0,
      document: { name: "News", description: null }
    })
    expect(await json("update", "newsletter")).toMatchObject({
      code: 1,
      document: { error: "invalid_options" }
    })
    expect(
      await json("update", "newsletter", "--description", "a", "--no-description")
    ).toMatchObject({ code: 1, document: { error: "invalid_options" } })
    expect(await json("update", "offers", "--name", "Offers")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
    expect((await topics("list")).stdout).toMatch(
      /TOPIC +NAME +LANGUAGES +CREATED\nnewsletter +News +- +20/
    )

    expect(await json("remove", "newsletter", "--tenant", "none")).toMatchObject({ code: 1 })
    expect(await json("remove", "newsletter")).toEqual({ code: 0, document: { success: true } })
    expect(await json("remove", "newsletter")).toMatchObject({
      code: 1,
      document: { error: "not_found" }
    })
    expect(await json("list")).toEqual({ code: 0, document: { data: [] } })
  })
})
