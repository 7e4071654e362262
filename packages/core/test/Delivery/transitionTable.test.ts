import type { EmailStatus } from "@telemark/contract"
import { initialStatus, transitions } from "@telemark/core"
import { describe, expect, it } from "vitest"
import { readFileSync } from "node:fs"

interface Row {
  readonly from: ReadonlyArray<string>
  readonly to: string | undefined
  readonly cause: string | undefined
}

const codes = (cell = ""): ReadonlyArray<string> =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? "")

/** The rows of the table under "Statuses". */
const documented = (): ReadonlyArray<Row> => {
  const page = readFileSync(new URL("../../../../docs/message-flow.md", import.meta.url), "utf8")
  const section = page.split(/^## /m).find((part) => part.startsWith("Statuses\n")) ?? ""
  const [head, , ...rows] = section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim())
    )
  expect(head).toEqual(["From", "When", "To", "Cause"])
  return rows.map(([from, , to, cause]) => ({
    from: codes(from),
    to: codes(to)[0],
    cause: codes(cause)[0]
  }))
}

const merged = (rows: ReadonlyArray<Row>, cause: string) => {
  const ofCause = rows.filter((row) => row.cause === cause)
  return {
    from: [...new Set(ofCause.flatMap(({ from }) => from))].sort(),
    to: [...new Set(ofCause.map(({ to }) => to))]
  }
}

describe("the table of statuses in docs/message-flow.md", () => {
  it("has each cause, and the statuses that it moves, as `transition` has them", () => {
    const rows = documented().filter(({ cause }) => cause !== undefined)
    const causes = new Set(rows.map(({ cause }) => cause ?? ""))
    const table = Object.entries<{
      readonly from: ReadonlyArray<EmailStatus>
      readonly to: EmailStatus
    }>(transitions)
    expect(Object.fromEntries([...causes].map((cause) => [cause, merged(rows, cause)]))).toEqual(
      Object.fromEntries(
        table.map(([cause, { from, to }]) => [cause, { from: [...from].sort(), to: [to] }])
      )
    )
  })

  it("begins with the status of a message that was accepted", () => {
    expect(documented().filter(({ cause }) => cause === undefined)).toEqual([
      { from: [], to: initialStatus, cause: undefined }
    ])
  })
})
