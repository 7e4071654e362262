import { type SendRequest, ValidationFailed } from "@telemark/core"
import { Data, Effect } from "effect"

/** An element of React 18 or 19, such as `<Welcome name="Ada" />`. */
export interface ReactElement {
  readonly type: unknown
  readonly props: unknown
  readonly key: unknown
}

/** Nothing was sent. `cause` is what the renderer or a component threw. */
export class ReactNotRendered extends Data.TaggedError("ReactNotRendered")<{
  readonly reason: "not_installed" | "failed"
  readonly cause: unknown
}> {
  readonly code = "react_not_rendered"

  override get message(): string {
    return this.reason === "not_installed"
      ? "Sending React elements needs packages that aren't installed: install @react-email/render, react and react-dom."
      : "The React element could not be rendered; the cause says why."
  }
}

interface Renderer {
  readonly render: (element: ReactElement) => string | PromiseLike<string>
}

/** A `string`, so that the compiler doesn't resolve the package, which may be missing. */
const rendererName: string = "@react-email/render"

const load = (name: string): Effect.Effect<Renderer, ReactNotRendered> =>
  Effect.tryPromise({
    // The comments keep bundlers from resolving it.
    try: () =>
      import(
        /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
      ) as Promise<Renderer>,
    catch: (cause) => new ReactNotRendered({ reason: "not_installed", cause })
  })

const isElement = (given: unknown): given is ReactElement =>
  typeof given === "object" && given !== null && "$$typeof" in given && "props" in given

/** What identifies the kind of a send; core checks the rest. */
export interface AnySend {
  readonly to: SendRequest["to"]
  readonly template_id?: string | undefined
  readonly react?: unknown
}

const others = ["template_id", "html", "raw"] as const

const isReactSend = (
  request: AnySend
): request is AnySend & { readonly react: ReactElement } & {
  readonly [Other in (typeof others)[number]]?: unknown
} =>
  // JavaScript callers may pass anything; core refuses what isn't a send.
  typeof request === "object" && (request as AnySend | null)?.react !== undefined

/**
 * Replaces a request's element by its html, rendered by the application's `@react-email/render`.
 */
export const makeRenderReact =
  (name: string = rendererName) =>
  (request: AnySend): Effect.Effect<SendRequest, ValidationFailed | ReactNotRendered> =>
    Effect.suspend((): Effect.Effect<SendRequest, ValidationFailed | ReactNotRendered> => {
      if (!isReactSend(request)) return Effect.succeed(request as SendRequest)
      const { react, ...rest } = request
      if (others.some((field) => rest[field] !== undefined))
        return ValidationFailed.at(
          "body",
          "must have exactly one of template_id, html, raw and react"
        )
      if (!isElement(react))
        return ValidationFailed.at(
          "react",
          'must be an element such as <Welcome name="Ada" />, not a component'
        )
      return Effect.flatMap(load(name), ({ render }) =>
        Effect.tryPromise({
          try: async () => ({
            ...rest,
            template_id: undefined,
            html: await render(react),
            raw: undefined
          }),
          catch: (cause) => new ReactNotRendered({ reason: "failed", cause })
        })
      )
    })
