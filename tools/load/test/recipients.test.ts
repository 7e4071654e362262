import { expect, it } from "vitest"
import { bodiesOf, recipientsOf, sendOf } from "../src/recipients.js"

it("a recipient tells of which run and send it is", () => {
  expect(recipientsOf(3, 12, 2).map(sendOf)).toEqual([
    { run: 3, send: 12 },
    { run: 3, send: 12 }
  ])
  expect(sendOf("ada@example.com")).toBeUndefined()
})

it("a body is a request with recipients of its own", () => {
  const [one, two] = [1, 2].map((recipients) => bodiesOf({ subject: "Order" }, recipients)(3, 12))
  expect(JSON.parse(String(one))).toEqual({
    to: "customer-3-12-0@example.com",
    subject: "Order"
  })
  expect(JSON.parse(String(two))).toMatchObject({ to: recipientsOf(3, 12, 2) })
})
