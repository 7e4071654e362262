import { Emails, Tenants } from "@telemark/core"
import { capture } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { deliverDue } from "@telemark/worker"
import { Effect, Layer, Metric } from "effect"
import { createTelemark, Telemark, type TelemarkOptions } from "telemark"
import { describe, expect, it, onTestFinished } from "vitest"

const base = () => ({
  storage: sqlite({ filename: ":memory:" }),
  transport: capture(),
  from: "Shop <shop@example.com>"
})

const opened = async (metrics: TelemarkOptions["metrics"]): Promise<Telemark> => {
  const telemark = await createTelemark({ ...base(), logLevel: "None", metrics })
  onTestFinished(() => telemark.close())
  return telemark
}

const mail = (to: string) => ({ to, subject: "Hello", text: "It works." })

/** Lines of series that count mail, without those that are zero, times and the process. */
const counted = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .filter((line) => /^telemark_(accepted|attempts|queue_messages|suppressions|thr)/.test(line))
    .filter((line) => !line.endsWith(" 0"))
    .toSorted()

describe("telemark.metrics()", () => {
  it("says what became of mail, and what waits", async () => {
    const telemark = await opened(true)
    for (const to of ["delivered", "delivered", "bounced", "deferred"])
      await telemark.emails.send(mail(`${to}@telemark.test`))
    await telemark.deliverDue()
    await telemark.emails.send({
      ...mail("ada@example.com"),
      scheduled_at: new Date(Date.now() + 3_600_000).toISOString()
    })
    const text = await telemark.metrics()
    expect(counted(text)).toEqual([
      "telemark_accepted_total 5",
      'telemark_attempts_total{route="platform",outcome="bounced",class="invalid_recipient"} 1',
      'telemark_attempts_total{route="platform",outcome="deferred",class="transient"} 1',
      'telemark_attempts_total{route="platform",outcome="sent",class="accepted"} 2',
      'telemark_queue_messages{state="deferred"} 1',
      'telemark_queue_messages{state="scheduled"} 1',
      "telemark_suppressions 1"
    ])
    expect(text).toMatch(/^telemark_time_to_deliver_seconds_count 2$/m)
    expect(text).toMatch(/^telemark_info\{version="[\d.]+",node="[\d.]+"\} 1$/m)
    expect(text).not.toMatch(/@|example|tn_|em_/)
  })

  it("says of a limit that it refused sends", async () => {
    const telemark = await opened(true)
    await telemark.tenants.create({ name: "small", monthly_limit: 1 })
    const small = telemark.tenant("small")
    await small.emails.send(mail("ada@example.com"))
    await expect(small.emails.send(mail("bob@example.com"))).rejects.toThrow()
    expect(counted(await telemark.metrics())).toContain(
      'telemark_throttled_total{cause="monthly_limit"} 1'
    )
  })

  it("names as many tenants as it is told, and counts the others together", async () => {
    const telemark = await opened({ tenants: 1 })
    for (const name of ["one", "two", "three"]) {
      await telemark.tenants.create({ name })
      await telemark.tenant(name).emails.send(mail("ada@example.com"))
    }
    const lines = counted(await telemark.metrics())
    expect(lines).toContainEqual(
      expect.stringMatching(/^telemark_accepted_total\{tenant="tn_\w+"\} 1$/)
    )
    expect(lines).toContain('telemark_accepted_total{tenant="other"} 2')
  })

  it("shares nothing with another one of the same process", async () => {
    const [one, other] = [await opened(true), await opened(true)]
    await one.emails.send(mail("ada@example.com"))
    expect(await one.metrics()).toMatch(/^telemark_accepted_total 1$/m)
    expect(await other.metrics()).toMatch(/^telemark_accepted_total 0$/m)
  })

  it("rejects with what to do if nothing is measured", async () => {
    const telemark = await opened(undefined)
    await expect(telemark.metrics()).rejects.toMatchObject({
      _tag: "ValidationFailed",
      details: { metrics: [expect.stringContaining("metrics: true")] }
    })
  })
})

/** Sends and delivers ten mails, and returns the series that there are then. */
const seriesAfterMail = (metrics: boolean) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const tenant = yield* Effect.flatMap(Tenants, (tenants) => tenants.getOrCreate("default"))
      const emails = yield* Emails
      for (let index = 0; index < 10; index++) yield* emails.send(tenant, mail("ada@example.com"))
      expect((yield* deliverDue()).emails).toMatchObject({ sent: 10 })
      return (yield* Metric.snapshot).map(({ id }) => id)
    }).pipe(
      Effect.provide(
        Telemark.layer({ ...base(), metrics }).pipe(
          Layer.provideMerge(Layer.sync(Metric.MetricRegistry, () => new Map()))
        )
      )
    )
  )

describe("Telemark.layer", () => {
  it("measures into the application's registry", async () => {
    expect(await seriesAfterMail(true)).toEqual(
      expect.arrayContaining(["telemark_accepted_total", "telemark_attempts_total"])
    )
  })

  it("measures nothing unless it is told: no series of a mail is made or updated", async () => {
    expect(await seriesAfterMail(false)).toEqual([])
  })
})
