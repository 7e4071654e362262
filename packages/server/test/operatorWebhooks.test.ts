import { startWebhookPeer } from "@telemark/testing"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import type { Finding } from "../src/doctor/Finding.js"
import { call } from "./support/call.js"
import { said } from "./support/said.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

describe("the operator's webhook endpoints on the command line", () => {
  it("are made, tried, listed, changed and removed; a running server posts what other commands do", async () => {
    const directory = temporaryDirectory()
    const peer = await startWebhookPeer()
    onTestFinished(peer.close)
    const settings = { TELEMARK_ALLOW_NETWORKS: "127.0.0.1/32" }
    await startServing(directory, settings)
    const environment = {
      ...settings,
      TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}`,
      TELEMARK_PORT: "0"
    }
    const webhooks = (...args: ReadonlyArray<string>) => call(["webhooks", ...args], environment)
    const json = async (...args: ReadonlyArray<string>) =>
      JSON.parse((await webhooks(...args, "--json")).stdout) as Readonly<Record<string, unknown>>
    const findings = async () => {
      const { stdout } = await call(["doctor", "--json"], environment)
      const { checks } = JSON.parse(stdout) as { readonly checks: ReadonlyArray<Finding> }
      return checks.filter(({ check }) => check === "webhooks").map(said)
    }

    const whole = await json("create", `${peer.url}/all`, "--all-events")
    expect(whole["events"]).toHaveLength(4)
    expect((await webhooks("create", `${peer.url}/none`)).stderr).toContain(
      "Give either --events or --all-events."
    )
    await webhooks("remove", "1")
    const made = await webhooks("create", `${peer.url}/hooks`, "--events", "audit.recorded")
    expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^whsec_[\w+/]{43}=\n$/)])
    expect(made.stderr).toContain("Endpoint 2 gets audit.recorded from now on.")

    await call(["tenants", "create", "acme"], environment)
    await expect
      .poll(() => peer.requests.map(({ body }) => body).join("\n"))
      .toContain('"operation":"tenants.create"')
    const { data } = (await json("deliveries", "2", "--outcome", "accepted")) as {
      readonly data: ReadonlyArray<object>
    }
    expect(data.length).toBeGreaterThan(0)

    peer.answer({ status: 500 })
    const tried = await webhooks("test", "2", "--type", "tenant.paused")
    expect([tried.code, tried.stdout]).toEqual([
      1,
      expect.stringMatching(/^tenant\.paused {2}500 /)
    ])
    expect(tried.stderr).toContain("The endpoint answered 500.")
    await expect
      .poll(findings)
      .toEqual([
        expect.stringMatching(
          /^warn: Of 1 webhook endpoint 1 failed .* Failing: 2 of the operator\./
        )
      ])
    peer.answer({ status: 200 })

    expect(await json("update", "2", "--all-events", "--active", "off")).toMatchObject({
      events: ["audit.recorded", "tenant.warned", "tenant.paused", "tenant.resumed"],
      active: false
    })
    expect((await webhooks("list")).stdout).toMatch(/\n2 .*\/hooks .* inactive /)
    expect((await webhooks("rotate-secret", "2")).stdout).toMatch(/^whsec_/)
    expect(await json("update", "2", "--active", "on")).toMatchObject({ active: true })
    expect(await json("replay", "2", "--since", "2026-01-01T00:00:00Z")).toMatchObject({
      status: "queued",
      next_since: null
    })
    for (const id of ["02", "2e0", "0x2", " 2", "1"])
      expect([id, (await webhooks("update", id, "--active", "on")).code]).toEqual([id, 1])
    expect((await webhooks("replay", "2", "--event-id", "aud_1")).stderr).toContain(
      "or no such event"
    )
    expect(await json("remove", "2")).toEqual({ success: true })
    const unknown = await webhooks("test", "2")
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringContaining("The operator has no such webhook endpoint.")
    ])
    const logged = await call(["audit", "--target", "webhook_endpoint", "--json"], environment)
    const entries = (JSON.parse(logged.stdout) as { data: ReadonlyArray<{ operation: string }> })
      .data
    expect(entries.map(({ operation }) => operation)).toEqual(
      [
        "remove",
        "replay",
        "update",
        "rotateSecret",
        "update",
        "test",
        "create",
        "remove",
        "create"
      ].map((name) => `operatorWebhookEndpoints.${name}`)
    )
  })
})
