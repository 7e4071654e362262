import { AnswerWindow, recipientKey } from "./AnswerWindow.js"
import { type BrakeLimits, brakeLimits } from "./brakeLimits.js"
import type { SuppressionIncident } from "./SuppressionIncident.js"

/** Whose mail was answered, and by whom. */
export interface Answered {
  /** The route's name: the tenant whose own server it is, or `platform`. */
  readonly route: string
  readonly tenant_id: string
}

/** An answer that would suppress its recipient. */
export interface DeadAddressAnswer extends Answered {
  readonly recipient: string
  /** See `wordingOf`. */
  readonly wording: string
}

export interface BrakeDecision {
  /** Whether the answer is believed: then the recipient is suppressed. */
  readonly isBelieved: boolean
  /** An incident to keep: it has begun, or is prolonged. */
  readonly incident: SuppressionIncident | undefined
}

interface Engaged {
  incident: SuppressionIncident
  /** The end that was handed out to be kept. */
  keptUntil: number
}

const separator = "\n"
const keyOf = (...parts: ReadonlyArray<string>): string => parts.join(separator)

/**
 * Stops suppressing where one route suddenly calls too many recipients unknown in the same words: a directory that is down says so of
 * everybody. Counts answers in this process alone, in bounded memory, without effects and without a clock of its own.
 *
 * The brake comes on for one tenant's mail when `recipients` of that tenant, and the `share` of the tenant's answers on the route, have been
 * refused in one wording within the `window`. It comes on for all tenants of the route when that is so of the route's answers together, and
 * not because of one tenant alone: whichever is left out, the others have `ofOthers` of them, and the `share` of their answers. Other
 * wordings go on being believed.
 *
 * It stays on until `hold` after the limits were last exceeded. Nothing is learned from the answers meanwhile: an outage of six hours
 * looks the same as an old list.
 */
export class SuppressionBrake {
  readonly #limits: BrakeLimits
  /** By route, and by route and tenant; those that were used last stand at the end. */
  readonly #windows = new Map<string, AnswerWindow>()
  readonly #engaged = new Map<string, Engaged>()

  constructor(limits: BrakeLimits = brakeLimits) {
    this.#limits = limits
  }

  /** How much is remembered at the moment; never more than the limits. */
  get size(): { readonly windows: number; readonly wordings: number; readonly engaged: number } {
    const wordings = [...this.#windows.values()].reduce((sum, window) => sum + window.wordings, 0)
    return { windows: this.#windows.size, wordings, engaged: this.#engaged.size }
  }

  /** Counts an answer to a message that says nothing of its recipient's address. */
  note({ route, tenant_id }: Answered, now: number): void {
    this.#windowOf(route, now).addAnswer(now)
    this.#windowOf(keyOf(route, tenant_id), now).addAnswer(now)
  }

  /** Counts an answer that would suppress, and says whether to believe it. The one that makes the limits full still is; `id` names what begins with it. */
  judge(answer: DeadAddressAnswer, now: number, id: string): BrakeDecision {
    const { recipient, route, tenant_id, wording } = answer
    this.note(answer, now)
    const [all, own] = [this.#windowOf(route, now), this.#windowOf(keyOf(route, tenant_id), now)]
    const before = all.wordings + own.wordings
    for (const window of [all, own]) window.addRefused(wording, recipientKey(tenant_id, recipient), now)
    if (all.wordings + own.wordings > before) this.#boundWordings()

    const engaged = this.#find(keyOf(route, "", wording), now) ?? this.#find(keyOf(route, tenant_id, wording), now)
    if (engaged !== undefined) {
      const isExceeded = (engaged.incident.tenant_id === null ? all : own).exceeds(wording, now)
      return { isBelieved: false, incident: this.#prolong(engaged, isExceeded ? now + this.#limits.hold : 0) }
    }
    if (all.exceeds(wording, now) && this.#isOfSeveral(route, wording, now)) {
      return { isBelieved: true, incident: this.#engage({ id, route, tenant_id: null, wording }, all.refused(wording, now), now) }
    }
    return {
      isBelieved: true,
      incident: own.exceeds(wording, now) ? this.#engage({ id, route, tenant_id, wording }, own.refused(wording, now), now) : undefined
    }
  }

  /** Takes over what another process has found, or this one before it was started anew. */
  adopt(incident: SuppressionIncident): void {
    const known = this.#engaged.get(keyOfIncident(incident))
    if (known === undefined || known.incident.ends_at < incident.ends_at) this.#put({ incident, keptUntil: incident.ends_at })
  }

  /** An incident that was handed out couldn't be kept: the next answer that isn't believed hands it out again. */
  notKept(incident: SuppressionIncident): void {
    const known = this.#engaged.get(keyOfIncident(incident))
    if (known !== undefined) known.keptUntil = -Infinity
  }

  #engage(what: Pick<SuppressionIncident, "id" | "route" | "tenant_id" | "wording">, suppressed: number, now: number): SuppressionIncident {
    const { hold, window } = this.#limits
    const incident = { ...what, suppressed, since: now - window, engaged_at: now, ends_at: now + hold }
    this.#put({ incident, keptUntil: incident.ends_at })
    return incident
  }

  #prolong(engaged: Engaged, until: number): SuppressionIncident | undefined {
    const { incident } = engaged
    if (incident.ends_at < until) engaged.incident = { ...incident, ends_at: until }
    // Not at each answer: storage needn't know it to the second.
    if (engaged.incident.ends_at < engaged.keptUntil + this.#limits.step) return undefined
    engaged.keptUntil = engaged.incident.ends_at
    return engaged.incident
  }

  #put(engaged: Engaged): void {
    this.#engaged.delete(keyOfIncident(engaged.incident))
    const [oldest] = this.#engaged.keys()
    if (this.#engaged.size >= this.#limits.maxBrakes && oldest !== undefined) this.#engaged.delete(oldest)
    this.#engaged.set(keyOfIncident(engaged.incident), engaged)
  }

  #find(key: string, now: number): Engaged | undefined {
    const found = this.#engaged.get(key)
    if (found === undefined || found.incident.ends_at > now) return found
    this.#engaged.delete(key)
    return undefined
  }

  /** Whether it is so of the route's tenants, whichever of them is left out. */
  #isOfSeveral(route: string, wording: string, now: number): boolean {
    const all = this.#windowOf(route, now)
    const [refused, answers] = [all.refused(wording, now), all.answers(now)]
    for (const [key, tenant] of this.#windows) {
      if (!key.startsWith(route + separator)) continue
      const others = refused - tenant.refused(wording, now)
      if (others < this.#limits.ofOthers || others < this.#limits.share * (answers - tenant.answers(now))) return false
    }
    return true
  }

  /** Windows that were not used for the longest time forget their wordings first; those in use stand at the end. */
  #boundWordings(): void {
    let count = this.size.wordings
    for (const window of this.#windows.values()) {
      if (count <= this.#limits.maxWordingsInAll) return
      count -= window.wordings
      window.forgetWordings()
    }
  }

  #windowOf(key: string, now: number): AnswerWindow {
    const known = this.#windows.get(key)
    const isFull = this.#windows.size >= this.#limits.maxWindows
    // To move a window to the end costs more than to count: once in a step is enough, unless it could be the next to go.
    if (known !== undefined && !isFull && Math.abs(now - known.movedAt) < this.#limits.step) return known
    const window = known ?? new AnswerWindow(this.#limits)
    window.movedAt = now
    const [idlest] = this.#windows.keys()
    if (known !== undefined) this.#windows.delete(key)
    else if (isFull && idlest !== undefined) this.#windows.delete(idlest)
    this.#windows.set(key, window)
    return window
  }
}

const keyOfIncident = ({ route, tenant_id, wording }: Pick<SuppressionIncident, "route" | "tenant_id" | "wording">): string =>
  keyOf(route, tenant_id ?? "", wording)
