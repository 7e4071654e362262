import type { SendContent, SendEnvelope, SendRequest } from "@telemark/core"
import type { ReactElement } from "./react.js"

/** The data of each template, by id. The file written by `telemark templates types` extends it. */
export interface TemplateData {}

type AnyData = NonNullable<SendRequest["data"]>

/** Any object if the template isn't declared. */
export type DataOf<Id extends string> = Id extends keyof TemplateData ? TemplateData[Id] : AnyData

type DataMember<Id extends string> = Id extends keyof TemplateData
  ? Record<string, never> extends TemplateData[Id]
    ? { readonly data?: TemplateData[Id] | undefined }
    : { readonly data: TemplateData[Id] }
  : { readonly data?: AnyData | undefined }

/** Distributes over ids: a send with one of several ids must have data that fits all of them. */
type OfTemplate<Id extends string> = Id extends string
  ? {
      readonly template_id: Id
      readonly html?: undefined
      readonly text?: undefined
      readonly react?: undefined
      readonly raw?: undefined
    } & DataMember<Id>
  : never

interface NoReact {
  readonly react?: undefined
}

interface Rendered {
  readonly html?: undefined
  readonly text?: string | undefined
  readonly react: ReactElement
  readonly raw?: undefined
}

/** Html with an optional plain text; text; a React element; or a complete mail. */
type OwnContent = { readonly data?: AnyData | undefined } & (
  | (Exclude<SendContent, { readonly template_id: string }> & NoReact)
  | (Rendered & { readonly template_id?: undefined })
)

/** If its template is declared in `TemplateData`, its data must fit. */
export type TemplateSend<Id extends string> = Omit<SendEnvelope, "data"> &
  // The compiler infers the id from here.
  { readonly template_id?: Id | undefined } & (OfTemplate<Id> | OwnContent)

export type SendLike<Request> = Request extends { readonly template_id: infer Id extends string }
  ? TemplateSend<Id>
  : TemplateSend<string>
