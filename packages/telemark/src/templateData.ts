import type { SendEnvelope, SendRequest } from "@telemark/core"
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
    } & DataMember<Id>
  : never

/** Html with an optional plain text; text; or a React element. */
type OwnContent = { readonly template_id?: undefined; readonly data?: AnyData | undefined } & (
  | { readonly html: string; readonly text?: string | undefined; readonly react?: undefined }
  | { readonly html?: string | undefined; readonly text: string; readonly react?: undefined }
  | { readonly html?: undefined; readonly text?: string | undefined; readonly react: ReactElement }
)

/** If its template is declared in `TemplateData`, its data must fit. */
export type TemplateSend<Id extends string> = Omit<SendEnvelope, "data"> &
  // The compiler infers the id from here.
  { readonly template_id?: Id | undefined } & (OfTemplate<Id> | OwnContent)

export type SendLike<Request> = Request extends { readonly template_id: infer Id extends string }
  ? TemplateSend<Id>
  : TemplateSend<string>
