import { html, type Html, nothing } from "@telemark/html"
import type { Answer } from "@telemark/http"
import type { Texts } from "./texts.en.js"
import { documentOf } from "./document.js"
import type { ReaderView, SubscriptionState, SuppressionCause } from "./readerView.js"

export const actions = { unsubscribe: "unsubscribe", undo: "undo", save: "save" } as const
type Action = (typeof actions)[keyof typeof actions]

export const actionMember = "do"

interface Button {
  readonly action: Action
  readonly label: string
  readonly isSecond?: boolean
}

/** It goes to the address that the page has. */
const buttonForm = ({ action, isSecond = false, label }: Button): Html =>
  html`<form method="post"><input type="hidden" name="${actionMember}" value="${action}">
<button type="submit"${isSecond ? html` class="second"` : nothing}>${label}</button></form>`

/**
 * Relative, since a proxy may serve the page below another path. `last` is the last segment of the
 * page's path; empty if that ends with a slash.
 */
const preferencesLink = (texts: Texts, last: string): Html =>
  html`<p><a href="${last === "" ? "." : last}/preferences">${texts.preferences.link}</a></p>`

const isFixed = (standing: SubscriptionState): standing is SuppressionCause =>
  standing !== "subscribed" && standing !== "unsubscribed"

const unsubscribeBody = (
  texts: Texts,
  { address, sender, topic }: ReaderView,
  last: string
): Html => {
  const { allNote, button, fromAll, fromTopic, topicNote } = texts.unsubscribe
  return html`<p>${topic === undefined ? fromAll(sender.name) : fromTopic(topic.name, sender.name)}</p>
<p>${topic === undefined ? allNote(address) : topicNote(address)}</p>
${buttonForm({ action: actions.unsubscribe, label: button })}
${preferencesLink(texts, last)}`
}

const unsubscribedBody = (
  texts: Texts,
  { address, sender, topic, whole }: ReaderView,
  last: string
): Html => {
  const { mistake, ofAll, ofTopic, undo } = texts.unsubscribed
  // It takes back what this mail's button did: who unsubscribed from everything chooses anew among
  // the preferences.
  const isOfTopic = topic !== undefined && whole === "subscribed"
  const canUndo = topic === undefined || isOfTopic
  return html`<p>${isOfTopic ? ofTopic(topic.name, sender.name, address) : ofAll(sender.name, address)}</p>
${
  canUndo
    ? html`<p>${mistake}</p>
${buttonForm({ action: actions.undo, label: undo, isSecond: true })}
`
    : nothing
}${preferencesLink(texts, last)}`
}

/** With the button, or what the reader's choice was, or why no mail comes anyway. */
export const messagePage = (texts: Texts, reader: ReaderView, last: string): Answer => {
  const { sender, topic, whole } = reader
  const standing = whole === "subscribed" ? (topic?.standing ?? whole) : whole
  const shown = (title: string, body: Html): Answer =>
    documentOf({ status: 200, texts, sender, title, body })
  if (isFixed(standing)) {
    const why = isFixed(whole) ? texts.stopped.why[whole] : texts.preferences.fixedTopic
    return shown(
      texts.stopped.title,
      html`<p>${why}</p>
${isFixed(whole) ? html`<p>${texts.stopped.fixed}</p>` : preferencesLink(texts, last)}`
    )
  }
  return standing === "subscribed"
    ? shown(texts.unsubscribe.title, unsubscribeBody(texts, reader, last))
    : shown(texts.unsubscribed.title, unsubscribedBody(texts, reader, last))
}

export const undonePage = (texts: Texts, reader: ReaderView, last: string): Answer => {
  const { address, sender, topic } = reader
  const { title, toAll, toTopic } = texts.subscribed
  return documentOf({
    status: 200,
    texts,
    sender,
    title,
    body: html`<p>${topic === undefined ? toAll(sender.name, address) : toTopic(topic.name, sender.name, address)}</p>
${preferencesLink(texts, last)}`
  })
}

const statuses = { unknown: 404, tooOld: 410 } satisfies Record<keyof Texts["problems"], number>

export const problemPage = (texts: Texts, problem: keyof typeof statuses): Answer => {
  const { text, title } = texts.problems[problem]
  return documentOf({
    status: statuses[problem],
    texts,
    sender: undefined,
    title,
    body: html`<p>${text}</p>`
  })
}
