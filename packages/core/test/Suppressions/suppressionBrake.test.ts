import {
  type BrakeLimits,
  brakeLimits,
  SuppressionBrake,
  type SuppressionIncident
} from "@telemark/core"
import * as FastCheck from "fast-check"
import { describe, expect, it } from "vitest"

const minute = 60_000
const noon = Date.UTC(2026, 5, 15, 12)
const unknown = "550 5.1.1 user unknown"

interface Mail {
  readonly tenant_id?: string
  readonly route?: string
  readonly wording?: string
  /** From which number on the recipients are named. */
  readonly from?: number
  readonly at?: number
  /** Milliseconds from one to the next. */
  readonly every?: number
}

interface Outcome {
  /** How many were believed. */
  readonly believed: number
  readonly incidents: ReadonlyArray<SuppressionIncident>
}

let ids = 0

const refuse = (
  brake: SuppressionBrake,
  count: number,
  {
    at = noon,
    every = 0,
    from = 0,
    route = "platform",
    tenant_id = "tn_a",
    wording = unknown
  }: Mail = {}
): Outcome => {
  const decisions = Array.from({ length: count }, (_, index) =>
    brake.judge(
      { route, tenant_id, recipient: `user-${String(from + index)}@example.com`, wording },
      at + index * every,
      `inc_${String(++ids)}`
    )
  )
  return {
    believed: decisions.filter(({ isBelieved }) => isBelieved).length,
    incidents: decisions.flatMap(({ incident }) => incident ?? [])
  }
}

const take = (
  brake: SuppressionBrake,
  count: number,
  { at = noon, route = "platform", tenant_id = "tn_a" }: Mail = {}
): void => {
  for (let index = 0; index < count; index++) brake.note({ route, tenant_id }, at)
}

describe("the suppression brake", () => {
  it("believes 20 recipients to be unknown, and no more of them", () => {
    const { believed, incidents } = refuse(new SuppressionBrake(), 80)
    expect(believed).toBe(20)
    expect(incidents).toMatchObject([
      {
        route: "platform",
        tenant_id: "tn_a",
        wording: unknown,
        suppressed: 20,
        since: noon - 10 * minute,
        engaged_at: noon,
        ends_at: noon + 70 * minute
      }
    ])
  })

  it.each([
    ["19 recipients", (brake: SuppressionBrake) => refuse(brake, 19)],
    [
      "20 of 401 answers",
      (brake: SuppressionBrake) => {
        take(brake, 381)
        return refuse(brake, 20)
      }
    ],
    ["20 in 25 minutes", (brake: SuppressionBrake) => refuse(brake, 20, { every: 75_000 })],
    [
      "one address that is mailed 100 times",
      (brake: SuppressionBrake) => {
        const each = Array.from({ length: 100 }, () => refuse(brake, 1))
        return {
          believed: each.reduce((sum, { believed }) => sum + believed, 0) - 80,
          incidents: each.flatMap(({ incidents }) => incidents)
        }
      }
    ],
    [
      "20 in four wordings",
      (brake: SuppressionBrake) => {
        const each = ["a", "b", "c", "d"].map((wording, index) =>
          refuse(brake, 5, { wording, from: 5 * index })
        )
        return { believed: 20, incidents: each.flatMap(({ incidents }) => incidents) }
      }
    ]
  ])("stays off for %s", (_, feed) => {
    const { incidents } = feed(new SuppressionBrake())
    expect(incidents).toEqual([])
  })

  it.each([
    [
      "20 of 400 answers",
      (brake: SuppressionBrake) => {
        take(brake, 380)
        return refuse(brake, 20)
      }
    ],
    ["20 in nine minutes", (brake: SuppressionBrake) => refuse(brake, 20, { every: 27_000 })],
    [
      "30 of 400, once the share is reached",
      (brake: SuppressionBrake) => {
        take(brake, 400)
        return refuse(brake, 30)
      }
    ]
  ])("comes on for %s", (_, feed) => {
    expect(feed(new SuppressionBrake()).incidents).toHaveLength(1)
  })

  it("still believes other wordings, and other routes", () => {
    const brake = new SuppressionBrake()
    refuse(brake, 80)
    expect(refuse(brake, 10, { wording: "550 5.1.1 mailbox not found", from: 100 }).believed).toBe(
      10
    )
    expect(refuse(brake, 10, { route: "tn_a", from: 200 }).believed).toBe(10)
    expect(refuse(brake, 1, { from: 300 }).believed).toBe(0)
  })

  it("comes on only for the tenant that mails an old list", () => {
    const brake = new SuppressionBrake()
    take(brake, 300, { tenant_id: "tn_b" })
    expect(refuse(brake, 100).incidents).toMatchObject([{ tenant_id: "tn_a" }])
    expect(refuse(brake, 10, { tenant_id: "tn_b" })).toEqual({ believed: 10, incidents: [] })
  })

  it("comes on for all tenants of a route once the others meet the wording as well", () => {
    const brake = new SuppressionBrake()
    refuse(brake, 100)
    expect(refuse(brake, 2, { tenant_id: "tn_b" })).toEqual({ believed: 2, incidents: [] })
    expect(refuse(brake, 1, { tenant_id: "tn_c" }).incidents).toMatchObject([{ tenant_id: null }])
    expect(refuse(brake, 10, { tenant_id: "tn_d" }).believed).toBe(0)
  })

  it("comes on for all tenants where none of them has so many by itself", () => {
    const brake = new SuppressionBrake()
    const outcomes = ["tn_a", "tn_b", "tn_c", "tn_d", "tn_e"].map((tenant_id) =>
      refuse(brake, 5, { tenant_id })
    )
    expect(outcomes.map(({ believed }) => believed)).toEqual([5, 5, 5, 5, 0])
    expect(outcomes.flatMap(({ incidents }) => incidents)).toMatchObject([
      { tenant_id: null, suppressed: 20 }
    ])
  })

  it("stays on until 70 minutes after the limits were last exceeded, and then believes again", () => {
    const brake = new SuppressionBrake()
    refuse(brake, 80)
    expect(refuse(brake, 1, { at: noon + 70 * minute - 1, from: 80 }).believed).toBe(0)
    expect(refuse(brake, 1, { at: noon + 70 * minute, from: 81 }).believed).toBe(1)

    const lasting = new SuppressionBrake()
    refuse(lasting, 80)
    const { incidents } = refuse(lasting, 80, { at: noon + 30 * minute, from: 100 })
    expect(incidents.map(({ ends_at }) => ends_at)).toEqual([noon + 100 * minute])
    expect(refuse(lasting, 1, { at: noon + 99 * minute, from: 200 }).believed).toBe(0)
  })

  it("takes over what was found elsewhere", () => {
    const {
      incidents: [incident]
    } = refuse(new SuppressionBrake(), 20)
    const brake = new SuppressionBrake()
    brake.adopt(incident!)
    expect(refuse(brake, 1, { at: noon + minute }).believed).toBe(0)
    expect(refuse(brake, 1, { at: noon + minute, tenant_id: "tn_b" }).believed).toBe(1)
    expect(refuse(brake, 1, { at: noon + 70 * minute }).believed).toBe(1)
  })

  it("returns an incident again that could not be stored", () => {
    const brake = new SuppressionBrake()
    const {
      incidents: [incident]
    } = refuse(brake, 20)
    brake.notKept(incident!)
    expect(refuse(brake, 2, { from: 20 }).incidents).toEqual([incident])
  })

  it("counts anew after the clock was set back", () => {
    const brake = new SuppressionBrake()
    refuse(brake, 19, { at: noon + 365 * 24 * 60 * minute })
    expect(refuse(brake, 19, { from: 100 }).incidents).toEqual([])
    expect(refuse(brake, 1, { from: 200 }).incidents).toHaveLength(1)
  })

  it("remembers no more than its limits, whatever servers say to how many tenants", () => {
    const brake = new SuppressionBrake()
    const few = new SuppressionBrake({
      ...brakeLimits,
      maxWindows: 50,
      maxWordingsInAll: 100,
      maxBrakes: 10
    })
    for (let index = 0; index < 6000; index++) {
      refuse(brake, 1, {
        tenant_id: `tn_${String(index)}`,
        wording: `no such user ${String(index)}`
      })
      refuse(few, 20, {
        route: `tn_${String(index % 97)}`,
        tenant_id: `tn_${String(index % 97)}`,
        wording: `unknown ${String(index)}`
      })
    }
    expect(brake.size.windows).toBeLessThanOrEqual(brakeLimits.maxWindows)
    expect(brake.size.wordings).toBeLessThanOrEqual(brakeLimits.maxWordingsInAll)
    expect(few.size).toEqual({ windows: 50, wordings: expect.any(Number) as number, engaged: 10 })
    expect(few.size.wordings).toBeLessThanOrEqual(100)
  })
})

describe("what is forgotten", () => {
  it("is what was not used for the longest time, so that tenants come and go without the route's own count being lost", () => {
    const brake = new SuppressionBrake({ ...brakeLimits, maxWindows: 20, maxWordingsInAll: 20 })
    let believed = 0
    for (let index = 0; index < 40; index++) {
      const at = noon + index * 10_000
      believed += refuse(brake, 1, { at, tenant_id: `tn_${String(index)}`, from: index }).believed
      refuse(brake, 1, {
        at,
        route: `own_${String(index)}`,
        tenant_id: `own_${String(index)}`,
        wording: String(index)
      })
    }
    expect(believed).toBe(20)
  })
})

const limits: BrakeLimits = {
  ...brakeLimits,
  recipients: 4,
  share: 0.2,
  ofOthers: 2,
  duration: 15 * minute,
  maxRecipients: 100
}

interface Event {
  readonly at: number
  readonly tenant_id: string
  readonly recipient: string
  readonly wording: string | null
}

/** The same decisions, from a list of all that ever happened. */
const byTheList = () => {
  const events: Array<Event & { readonly isCounted: boolean }> = []
  const ends = new Map<string, number>()
  const stepOf = (at: number) => Math.floor(at / limits.step)
  const decide = ({ at, recipient, tenant_id, wording }: Event): boolean => {
    const isCounted = !events.some(
      (event) =>
        event.isCounted &&
        event.tenant_id === tenant_id &&
        event.recipient === recipient &&
        event.wording === wording &&
        at - event.at < limits.window
    )
    events.push({ at, tenant_id, recipient, wording, isCounted })
    if (wording === null) return true
    const recent = events.filter(
      (event) => stepOf(event.at) > stepOf(at) - limits.window / limits.step
    )
    const countsOf = (which: (tenant: string) => boolean) => {
      const answers = recent.filter((event) => which(event.tenant_id))
      return {
        answers: answers.length,
        refused: answers.filter((event) => event.isCounted && event.wording === wording).length
      }
    }
    const isFull = (least: number, { answers, refused }: ReturnType<typeof countsOf>) =>
      refused >= least && refused >= limits.share * answers
    const [all, own] = [countsOf(() => true), countsOf((tenant) => tenant === tenant_id)]
    const [ofRoute, ofTenant] = [wording, `${tenant_id} ${wording}`]
    const engaged = [ofRoute, ofTenant].find((key) => (ends.get(key) ?? -Infinity) > at)
    if (engaged !== undefined) {
      if (isFull(limits.recipients, engaged === ofRoute ? all : own))
        ends.set(engaged, at + limits.duration)
      return false
    }
    const tenants = [...new Set(recent.map((event) => event.tenant_id))]
    const isOfSeveral = tenants.every((tenant) =>
      isFull(
        limits.ofOthers,
        countsOf((other) => other !== tenant)
      )
    )
    if (isFull(limits.recipients, all) && isOfSeveral) ends.set(ofRoute, at + limits.duration)
    else if (isFull(limits.recipients, own)) ends.set(ofTenant, at + limits.duration)
    return true
  }
  return decide
}

const event = FastCheck.record({
  wait: FastCheck.integer({ min: 0, max: 2 * minute }),
  tenant_id: FastCheck.constantFrom("tn_a", "tn_a", "tn_a", "tn_b", "tn_c"),
  recipient: FastCheck.integer({ min: 0, max: 15 }).map(String),
  wording: FastCheck.constantFrom(null, null, unknown, unknown, "551 not here")
})

describe("counting in windows", () => {
  it("comes to the same as a list of all that happened: the brake is never on below the limits, and always at them", () => {
    let on = 0
    FastCheck.assert(
      FastCheck.property(FastCheck.array(event, { minLength: 20, maxLength: 80 }), (events) => {
        const brake = new SuppressionBrake(limits)
        const decide = byTheList()
        let at = noon
        for (const { recipient, tenant_id, wait, wording } of events) {
          at += wait
          const isBelieved = decide({ at, tenant_id, recipient, wording })
          if (wording === null) brake.note({ route: "platform", tenant_id }, at)
          else
            expect(
              brake.judge({ route: "platform", tenant_id, recipient, wording }, at, "inc_1")
                .isBelieved
            ).toBe(isBelieved)
          if (!isBelieved) on++
        }
      })
    )
    expect(on).toBeGreaterThan(100)
  })
})
