import { allScopes } from "@telemark/contract"
import { accepted, largeRequests, template } from "../../packages/http/scenarios/largeRequests.js"
import { startService } from "../../packages/http/test/support/service.js"
import { atEnd } from "../src/lifetime.js"
import type { Check } from "./Check.js"
import { leastTurn, longestTurn } from "./longestTurn.js"
import { openSender } from "./sendRequest.js"

const addresses = (count: number): string =>
  JSON.stringify({
    suppressions: Array.from({ length: count }, (_, index) => ({
      email_address: `customer-${String(index)}@bücher.example`,
      reason: 'asked "by phone"'
    }))
  })

const startSending = async () => {
  const service = await startService()
  atEnd(service.close)
  const {
    key: { key }
  } = await service.newAccount({ scopes: allScopes })
  await service.call("POST", "/v1/templates", { key, json: { ...template, html: "<p>{{a}}</p>" } })
  const { close, send } = openSender(service.port, key)
  atEnd(close)
  return async (method: string, path: string, body: string, isAccepted: boolean) => {
    const status = await send({ method, path, body })
    if ((status === 200 || status === 201) !== isAccepted)
      throw new Error(`${path} was answered ${String(status)}`)
  }
}

/** An ordinary mail with a large file, which most of them are no larger than. */
const ordinary = "a file of 9.9 MiB"

export const requestPauses: Check = {
  name: "pauses of requests",
  compares: "longest turn of the event loop against that with a file of 9.9 MiB",
  bound: 3,
  start: async () => {
    const send = await startSending()
    const sending = ([cause, path, content, method = "POST"]: (typeof largeRequests)[number]) => {
      const body = JSON.stringify(content)
      return () => send(method, path, body, accepted.has(cause))
    }
    const file = largeRequests.find(([cause]) => cause === ordinary)
    if (file === undefined) throw new Error(`There is no request "${ordinary}".`)
    await sending(file)()
    const baseline = await leastTurn(sending(file))
    return largeRequests
      .filter((row) => row !== file)
      .map((row) => ({
        name: row[0],
        measure: async () => ({ millis: await longestTurn(sending(row)), baseline })
      }))
  }
}

export const importPauses: Check = {
  name: "pauses of imports",
  compares: "longest turn of the event loop with 100,000 addresses against 25,000",
  bound: 3,
  start: async () => {
    const send = await startSending()
    const load = (body: string) => send("POST", "/v1/suppressions/import", body, true)
    const [few, many] = [addresses(25_000), addresses(100_000)]
    await load(many)
    const measure = async () => {
      const baseline = await longestTurn(() => load(few))
      return { millis: await longestTurn(() => load(many)), baseline }
    }
    return [{ name: "addresses that are there already", measure }]
  }
}
