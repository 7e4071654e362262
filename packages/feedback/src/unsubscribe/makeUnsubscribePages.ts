import { MethodNotAllowed, NotFound, type StorageError, ValidationFailed } from "@telemark/contract"
import {
  Brands,
  type DerivedKeys,
  Emails,
  Feedback,
  Preferences,
  type RecipientPreferences
} from "@telemark/core"
import type { Answer, IncomingRequest, MailPages } from "@telemark/http"
import { Effect } from "effect"
import { readLinkToken } from "../links/linkToken.js"
import { type PagePath, pageRoutes, readPagePath } from "../links/unsubscribeLinks.js"
import { type HostOwners, isAtHome } from "../tracking/hostOwners.js"
import { chooseLanguage, type Language } from "./chooseLanguage.js"
import { actionMember, actions, messagePage, problemPage, undonePage } from "./messagePage.js"
import { preferencesPage } from "./preferencesPage.js"
import { chosenIn, type Form, isOneClick, maxFormOctets, readForm } from "./readForm.js"
import { type ReaderView, readerView } from "./readerView.js"

export interface Unsubscribe {
  /** From the message's topic or, if it has none, from all mail; reports it once. */
  readonly fromMessage: (
    emailId: string
  ) => Effect.Effect<RecipientPreferences, NotFound | StorageError>
  /** Of what is stored already. */
  readonly report: (
    recipient: Pick<RecipientPreferences, "email_id" | "tenant_id">
  ) => Effect.Effect<void, StorageError>
}

/** Listed with reports that wait. */
const source = "unsubscribe"

/** What the message offers to unsubscribe from. */
const ofMessage = ({ topic }: RecipientPreferences) =>
  topic === null ? { all: false } : { topics: { [topic]: false } }

export const makeUnsubscribe: Effect.Effect<Unsubscribe, never, Feedback | Preferences> =
  Effect.gen(function* () {
    const feedback = yield* Feedback
    const preferences = yield* Preferences

    // By its key, a repeat of one that waits isn't stored again.
    const report: Unsubscribe["report"] = ({ email_id, tenant_id }) =>
      Effect.asVoid(
        feedback.receive({ tenant_id, source }, [
          { kind: "unsubscribed", applied: true, key: source, message: { email_id } }
        ])
      )

    const fromMessage: Unsubscribe["fromMessage"] = (emailId) =>
      Effect.gen(function* () {
        const found = yield* preferences.find(emailId)
        // First: the reader's wish holds at once, while the report of a message in flight waits. An
        // undo isn't undone by it.
        const after = yield* preferences.setPreferences(emailId, ofMessage(found))
        yield* report(found)
        return after
      })

    return { fromMessage, report }
  })

interface Visit {
  readonly emailId: string
  readonly path: PagePath
  readonly language: Language
  readonly request: IncomingRequest
}

type Failure = NotFound | StorageError

const notAllowed = new MethodNotAllowed({ allow: ["GET", "HEAD", "POST"] })

const unknownForm = ValidationFailed.at(
  "body",
  "must be List-Unsubscribe=One-Click (RFC 8058), or the form of one of the pages here"
)

/** The log of a message is deleted after a while, and with it everything but its id. */
const orTooOld = <E>(
  { language: { texts } }: Visit,
  answer: Effect.Effect<Answer, E | NotFound>
): Effect.Effect<Answer, E | NotFound> =>
  Effect.catchIf(
    answer,
    (error) => error instanceof NotFound,
    () => Effect.succeed(problemPage(texts, "tooOld"))
  )

const formOf = ({ parts }: IncomingRequest) =>
  Effect.flatMap(parts.body({ max: maxFormOctets, reserveMemory: () => Effect.void }), (body) =>
    Effect.fromResult(readForm(parts.header("content-type"), body))
  )

/**
 * Answers `/u/…`: the page for unsubscribing, the one-click request (RFC 8058), undoing it, and the
 * preferences. Only POST changes anything: scanners follow links. The token in the path is what
 * entitles to it, without a cookie: no other site can borrow a reader's rights.
 */
export const makeUnsubscribePages = (
  keys: Effect.Effect<DerivedKeys>,
  owners: HostOwners
): Effect.Effect<MailPages, never, Brands | Emails | Feedback | Preferences> =>
  Effect.gen(function* () {
    const brands = yield* Brands
    const emails = yield* Emails
    const preferences = yield* Preferences
    const unsubscribe = yield* makeUnsubscribe

    const viewOf = (
      { language: { tag } }: Visit,
      found: RecipientPreferences
    ): Effect.Effect<ReaderView, Failure> =>
      Effect.zipWith(
        brands.get(found.tenant_id),
        emails.get(found.tenant_id, found.email_id),
        (brand, { sender_email: senderAddress }) =>
          readerView({ preferences: found, brand, senderAddress, tag })
      )

    const show = (visit: Visit, found: RecipientPreferences): Effect.Effect<Answer, Failure> =>
      Effect.map(viewOf(visit, found), (view) =>
        visit.path.isPreferences
          ? preferencesPage(visit.language.texts, view)
          : messagePage(visit.language.texts, view, visit.path.last)
      )

    const undo = (visit: Visit): Effect.Effect<Answer, Failure> =>
      Effect.flatMap(preferences.undo(visit.emailId), (found) =>
        Effect.map(viewOf(visit, found), (view) =>
          found.subscribed
            ? undonePage(visit.language.texts, view, visit.path.last)
            : messagePage(visit.language.texts, view, visit.path.last)
        )
      )

    const save = (visit: Visit, form: Form): Effect.Effect<Answer, Failure> =>
      Effect.gen(function* () {
        const before = yield* preferences.find(visit.emailId)
        const after = yield* preferences.setPreferences(visit.emailId, chosenIn(form))
        if (before.subscribed && !after.subscribed) yield* unsubscribe.report(after)
        return preferencesPage(visit.language.texts, yield* viewOf(visit, after), true)
      })

    const act = (visit: Visit, form: Form): Effect.Effect<Answer, Failure | ValidationFailed> => {
      const action = form.get(actionMember)?.at(-1)
      if (visit.path.isPreferences) return action === actions.save ? save(visit, form) : unknownForm
      if (action === actions.undo) return undo(visit)
      if (action !== actions.unsubscribe && !isOneClick(form)) return unknownForm
      return Effect.flatMap(unsubscribe.fromMessage(visit.emailId), (found) => show(visit, found))
    }

    const visited = (visit: Visit): Effect.Effect<Answer, unknown> =>
      orTooOld(
        visit,
        Effect.flatMap(preferences.find(visit.emailId), (found) =>
          Effect.flatMap(
            isAtHome(
              owners,
              visit.request.parts.header("host"),
              (tenantId) => tenantId === found.tenant_id
            ),
            (atHome): Effect.Effect<Answer, unknown> =>
              !atHome
                ? Effect.succeed(problemPage(visit.language.texts, "unknown"))
                : visit.request.parts.method === "POST"
                  ? Effect.flatMap(formOf(visit.request), (form) => act(visit, form))
                  : show(visit, found)
          )
        )
      )

    return {
      atOnce: () => undefined,
      answer: (request) => {
        const { header, method, url } = request.parts
        const path = readPagePath(url)
        if (path === undefined) return undefined
        request.route = path.isPreferences ? pageRoutes.preferences : pageRoutes.page
        if (method !== "GET" && method !== "HEAD" && method !== "POST") return notAllowed
        const language = chooseLanguage(header("accept-language"))
        return Effect.flatMap(keys, (known) => {
          const emailId = readLinkToken(known, "page", path.token)
          return emailId === undefined
            ? Effect.succeed(problemPage(language.texts, "unknown"))
            : visited({ emailId, path, language, request })
        })
      }
    }
  })
