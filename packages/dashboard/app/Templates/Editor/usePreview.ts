import {
  ConnectionFailed,
  type PreviewTemplate,
  ServiceUnavailable,
  type TemplatePreview,
  TimedOut
} from "@telemark/client"
import { useEffect, useState } from "preact/hooks"
import { client } from "../../Client/index.js"
import { type Draft, sourceOf, variantOf } from "../draft.js"
import type { Data } from "../sampleData.js"

/** How long nothing must be written before it is compiled, in milliseconds. */
const pause = 400

/** How long after the service gave no preview, in milliseconds, if nothing is written. */
const pauseBeforeNext = 5_000

/** What passes by itself: the service has no time, starts anew, or can't be reached. */
const passes = (error: unknown): boolean =>
  error instanceof ServiceUnavailable ||
  error instanceof ConnectionFailed ||
  error instanceof TimedOut

export interface PreviewState {
  readonly preview: TemplatePreview | undefined
  /** The last html of a source without errors. */
  readonly html: string | undefined
  /** Whether `html` is older than what was written last, since that can't be compiled. */
  readonly isOld: boolean
  readonly isBusy: boolean
  readonly error: unknown
}

const requestOf = (draft: Draft, data: Data, language: string): PreviewTemplate => ({
  subject_template: draft.own.subject,
  ...(sourceOf(draft.own) as Pick<PreviewTemplate, "mjml_source" | "html" | "design_json">),
  ...(draft.own.text === null ? {} : { text_body: draft.own.text }),
  variables: draft.variables,
  data,
  ...(language === ""
    ? {}
    : {
        locale: language,
        locales: Object.fromEntries(
          Object.entries(draft.languages).map(([tag, content]) => [tag, variantOf(content)])
        ) as NonNullable<PreviewTemplate["locales"]>
      })
})

/** Compiles and renders what is being written, shortly after it was. */
export const usePreview = (
  draft: Draft,
  data: Data,
  language: string,
  isOn = true
): PreviewState => {
  const [state, setState] = useState<PreviewState>({
    preview: undefined,
    html: undefined,
    isOld: false,
    isBusy: true,
    error: undefined
  })
  const request = JSON.stringify(requestOf(draft, data, language))
  useEffect(() => {
    if (!isOn) return undefined
    const leaving = new AbortController()
    setState((all) => ({ ...all, isBusy: true }))
    const compile = (): void => {
      client.templates
        .preview(JSON.parse(request) as PreviewTemplate, { signal: leaving.signal })
        .then(
          (preview) => {
            setState((all) => {
              const isBroken = preview.html === "" && preview.errors.length > 0
              return {
                preview,
                html: isBroken ? all.html : preview.html,
                isOld: isBroken && all.html !== undefined,
                isBusy: false,
                error: undefined
              }
            })
          },
          (error: unknown) => {
            if (leaving.signal.aborted) return
            setState((all) => ({ ...all, isBusy: false, error }))
            if (passes(error)) timer = setTimeout(compile, pauseBeforeNext)
          }
        )
    }
    let timer = setTimeout(compile, pause)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [request, isOn])
  return state
}
