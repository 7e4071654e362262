import { html, type Html, nothing } from "@telemark/html"
import type { Answer } from "@telemark/http"
import type { Texts } from "./texts.en.js"
import { documentOf } from "./document.js"
import { actionMember, actions } from "./messagePage.js"
import type { ReaderView, SubscriptionState, TopicView } from "./readerView.js"

/**
 * `shown` names the topics that the page had: saving doesn't unsubscribe from one that came later.
 */
export const preferenceMembers = { topic: "topic", shown: "shown", none: "none" } as const

const canChange = (standing: SubscriptionState): boolean =>
  standing === "subscribed" || standing === "unsubscribed"

interface Choice {
  readonly id: string
  readonly name: string
  readonly value: string
  readonly label: string
  readonly notes: ReadonlyArray<string>
  readonly isChecked: boolean
  readonly isDisabled: boolean
}

const choiceOf = ({ id, isChecked, isDisabled, label, name, notes, value }: Choice): Html =>
  html`<div class="choice"><input type="checkbox" id="${id}" name="${name}" value="${value}"${isChecked ? html` checked` : nothing}${
    isDisabled ? html` disabled` : nothing
  }${notes.length === 0 ? nothing : html` aria-describedby="${id}-note"`}>
<label for="${id}">${label}</label>${
    notes.length === 0
      ? nothing
      : html`
<p id="${id}-note">${notes.join(" ")}</p>`
  }</div>
`

const topicChoice =
  (texts: Texts, isStopped: boolean) =>
  ({ description, id, name, standing }: TopicView, index: number): Html => {
    const isFixed = !canChange(standing)
    const choice = choiceOf({
      id: `topic-${String(index + 1)}`,
      name: preferenceMembers.topic,
      value: id,
      label: name,
      notes: [
        ...(description === null ? [] : [description]),
        ...(isFixed ? [texts.preferences.fixedTopic] : [])
      ],
      isChecked: standing === "subscribed",
      isDisabled: isFixed || isStopped
    })
    return isFixed || isStopped
      ? choice
      : html`<input type="hidden" name="${preferenceMembers.shown}" value="${id}">${choice}`
  }

/** `isSaved`: after a choice was saved. */
export const preferencesPage = (texts: Texts, reader: ReaderView, isSaved = false): Answer => {
  const { address, sender, topics, whole } = reader
  const {
    everything,
    intro,
    none,
    noneNote,
    save,
    saved,
    title,
    topics: legend
  } = texts.preferences
  const isStopped = !canChange(whole)
  const stopped = isStopped
    ? html`<p class="note">${texts.stopped.why[whole as Exclude<SubscriptionState, "subscribed" | "unsubscribed">]} ${texts.stopped.fixed}</p>
`
    : nothing
  const body = html`${
    isSaved
      ? html`<p class="note" role="status">${saved}</p>
`
      : nothing
  }<p>${intro(sender.name, address)}</p>
${stopped}<form method="post"><input type="hidden" name="${actionMember}" value="${actions.save}">
${
  topics.length === 0
    ? nothing
    : html`<fieldset><legend>${legend}</legend>
${topics.map(topicChoice(texts, isStopped))}</fieldset>
`
}<fieldset><legend>${everything}</legend>
${choiceOf({
  id: "none",
  name: preferenceMembers.none,
  value: "yes",
  label: none,
  notes: [noneNote],
  isChecked: whole !== "subscribed",
  isDisabled: isStopped
})}</fieldset>
${isStopped ? nothing : html`<button type="submit">${save}</button>`}</form>`
  return documentOf({ status: 200, texts, sender, title: title(sender.name), body })
}
