import { type Memory, makeMemory } from "../../kernel/memory.js"
import { AnswerWindow, recipientKey, type WindowLimits } from "./AnswerWindow.js"
import type { SuppressionIncident } from "./SuppressionIncident.js"

const minute = 60_000

/**
 * When suppressing stops, for how long, and how much memory that takes. Durations are in
 * milliseconds.
 */
export interface BrakeLimits extends WindowLimits {
  /** How many must remain without any one tenant, for all tenants of the route to be affected. */
  readonly ofOthers: number
  /** How long suppressing stops after the limits were last exceeded. */
  readonly duration: number
  /** Windows in memory: one for each route in use, and one for each tenant on it. */
  readonly maxWindows: number
  readonly maxWordingsInAll: number
  readonly maxBrakes: number
}

export const brakeLimits: BrakeLimits = {
  // An outage of a directory shows within minutes; mail of an hour ago says little about it.
  window: 10 * minute,
  step: minute,
  // Fewer are a handful of mistyped addresses. At most so many addresses are lost before somebody
  // looks, and they can be restored.
  recipients: 20,
  // Wanted mail has one or two dead addresses in a hundred; at five in a hundred, providers such as
  // Amazon SES review an account.
  share: 0.05,
  // One tenant's old list must not stop the others' suppressions.
  ofOthers: 3,
  // Deferred mail is retried for an hour (`refusedFor`), and the reply to its last attempt must not
  // be believed either.
  duration: 70 * minute,
  // About 10 MB at most in total: 250 octets per window, 1.5 kB per wording in it.
  maxWindows: 4000,
  maxWordings: 16,
  maxWordingsInAll: 4000,
  maxRecipients: 32,
  maxBrakes: 1000
}

export interface Answered {
  /** The route's name: the tenant whose own server it is, or `platform`. */
  readonly route: string
  readonly tenant_id: string
}

/** A reply that would suppress its recipient. */
interface DeadAddressAnswer extends Answered {
  readonly recipient: string
  readonly wording: string
}

interface BrakeDecision {
  /** If true, the recipient is suppressed. */
  readonly isBelieved: boolean
  /** An incident to store: new or prolonged. */
  readonly incident: SuppressionIncident | undefined
}

interface Engaged {
  incident: SuppressionIncident
  /** The end that was last returned for storage. */
  keptUntil: number
}

const separator = "\n"
const keyOf = (...parts: ReadonlyArray<string>): string => parts.join(separator)

/**
 * Stops suppressing when a route suddenly calls too many recipients unknown in the same words: a
 * directory that is down says so of everybody. Counts replies in this process, in bounded memory,
 * without effects and without a clock.
 *
 * The brake engages for one tenant's mail when `recipients` of that tenant, and the `share` of its
 * replies on the route, were refused in one wording within the `window`. It engages for all tenants
 * of the route when that holds for the route as a whole and doesn't depend on one tenant: whichever
 * is left out, the others have `ofOthers` of the recipients and the `share` of their replies. Other
 * wordings are still believed.
 *
 * It stays engaged until `duration` after the limits were last exceeded. Replies meanwhile change
 * nothing: an outage of six hours looks the same as an old list.
 */
export class SuppressionBrake {
  readonly #limits: BrakeLimits
  /** By route, and by route and tenant. */
  readonly #windows: Memory<AnswerWindow>
  readonly #engaged: Memory<Engaged>

  constructor(limits: BrakeLimits = brakeLimits) {
    this.#limits = limits
    this.#windows = makeMemory(limits.maxWindows)
    this.#engaged = makeMemory(limits.maxBrakes)
  }

  get size(): { readonly windows: number; readonly wordings: number; readonly engaged: number } {
    const wordings = [...this.#windows.values()].reduce((sum, window) => sum + window.wordings, 0)
    return { windows: this.#windows.size, wordings, engaged: this.#engaged.size }
  }

  /** Counts a reply that says nothing about its recipient's address. */
  note({ route, tenant_id }: Answered, now: number): void {
    this.#windowOf(route).addAnswer(now)
    this.#windowOf(keyOf(route, tenant_id)).addAnswer(now)
  }

  /**
   * Counts a reply that would suppress. The one that reaches the limits is still believed; `id`
   * names an incident that begins with it.
   */
  judge(answer: DeadAddressAnswer, now: number, id: string): BrakeDecision {
    const { recipient, route, tenant_id, wording } = answer
    this.note(answer, now)
    const [all, own] = [this.#windowOf(route), this.#windowOf(keyOf(route, tenant_id))]
    const before = all.wordings + own.wordings
    for (const window of [all, own])
      window.addRefused(wording, recipientKey(tenant_id, recipient), now)
    if (all.wordings + own.wordings > before) this.#boundWordings()

    const engaged =
      this.#find(keyOf(route, "", wording), now) ??
      this.#find(keyOf(route, tenant_id, wording), now)
    if (engaged !== undefined) {
      const isExceeded = (engaged.incident.tenant_id === null ? all : own).exceeds(wording, now)
      return {
        isBelieved: false,
        incident: this.#prolong(engaged, isExceeded ? now + this.#limits.duration : 0)
      }
    }
    const isOfRoute = all.exceeds(wording, now) && this.#isOfSeveral(route, wording, now)
    const window = isOfRoute ? all : own
    const what = { id, route, tenant_id: isOfRoute ? null : tenant_id, wording }
    return {
      isBelieved: true,
      incident:
        isOfRoute || own.exceeds(wording, now)
          ? this.#engage(what, window.refused(wording, now), now)
          : undefined
    }
  }

  /** Takes over an incident found by another process, or by this one before a restart. */
  adopt(incident: SuppressionIncident): void {
    const known = this.#engaged.get(keyOfIncident(incident))
    if (known === undefined || known.incident.ends_at < incident.ends_at)
      this.#put({ incident, keptUntil: incident.ends_at })
  }

  /** An incident couldn't be stored: the next reply that isn't believed returns it again. */
  notKept(incident: SuppressionIncident): void {
    const known = this.#engaged.get(keyOfIncident(incident))
    if (known !== undefined) known.keptUntil = -Infinity
  }

  #engage(
    what: Pick<SuppressionIncident, "id" | "route" | "tenant_id" | "wording">,
    suppressed: number,
    now: number
  ): SuppressionIncident {
    const { duration, window } = this.#limits
    const incident = {
      ...what,
      suppressed,
      since: now - window,
      engaged_at: now,
      ends_at: now + duration
    }
    this.#put({ incident, keptUntil: incident.ends_at })
    return incident
  }

  #prolong(engaged: Engaged, until: number): SuppressionIncident | undefined {
    const { incident } = engaged
    if (incident.ends_at < until) engaged.incident = { ...incident, ends_at: until }
    // Not for each reply: storage needn't know it to the second.
    if (engaged.incident.ends_at < engaged.keptUntil + this.#limits.step) return undefined
    engaged.keptUntil = engaged.incident.ends_at
    return engaged.incident
  }

  #put(engaged: Engaged): void {
    this.#engaged.set(keyOfIncident(engaged.incident), engaged)
  }

  #find(key: string, now: number): Engaged | undefined {
    const found = this.#engaged.get(key)
    if (found === undefined || found.incident.ends_at > now) return found
    this.#engaged.delete(key)
    return undefined
  }

  /** Whether it holds for the route's tenants, whichever of them is left out. */
  #isOfSeveral(route: string, wording: string, now: number): boolean {
    const all = this.#windowOf(route)
    const [refused, answers] = [all.refused(wording, now), all.answers(now)]
    for (const [key, tenant] of this.#windows.entries()) {
      if (!key.startsWith(route + separator)) continue
      const others = refused - tenant.refused(wording, now)
      if (
        others < this.#limits.ofOthers ||
        others < this.#limits.share * (answers - tenant.answers(now))
      )
        return false
    }
    return true
  }

  /** Drops the wordings of the least recently used windows first. */
  #boundWordings(): void {
    let count = this.size.wordings
    for (const window of [...this.#windows.values()].toReversed()) {
      if (count <= this.#limits.maxWordingsInAll) return
      count -= window.wordings
      window.forgetWordings()
    }
  }

  #windowOf(key: string): AnswerWindow {
    const known = this.#windows.get(key)
    if (known !== undefined) return known
    const window = new AnswerWindow(this.#limits)
    this.#windows.set(key, window)
    return window
  }
}

const keyOfIncident = ({
  route,
  tenant_id,
  wording
}: Pick<SuppressionIncident, "route" | "tenant_id" | "wording">): string =>
  keyOf(route, tenant_id ?? "", wording)
