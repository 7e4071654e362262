import type { SendEnvelope, SendRequest } from "@telemark/core"
import type { ReactElement } from "./react.js"

/**
 * The data that each template takes, by the template's id. Empty here: the file that `telemark templates types` writes
 * declares it, and then `emails.send` holds sends of those templates to it.
 */
export interface TemplateData {}

type AnyData = NonNullable<SendRequest["data"]>

/** The data of the template of that id; of one that isn't declared, any object. */
export type DataOf<Id extends string> = Id extends keyof TemplateData ? TemplateData[Id] : AnyData

type DataMember<Id extends string> = Id extends keyof TemplateData
  ? Record<string, never> extends TemplateData[Id] ? { readonly data?: TemplateData[Id] | undefined } : { readonly data: TemplateData[Id] }
  : { readonly data?: AnyData | undefined }

/** For each id by itself: where one of several ids may be sent, the data must fit them all. */
type OfTemplate<Id extends string> = Id extends string
  ? { readonly template_id: Id; readonly html?: undefined; readonly text?: undefined; readonly react?: undefined } & DataMember<Id>
  : never

/** Html, perhaps with its plain alternative; text; or an element of React, which html is made of. */
type OwnContent =
  & { readonly template_id?: undefined; readonly data?: AnyData | undefined }
  & (
    | { readonly html: string; readonly text?: string | undefined; readonly react?: undefined }
    | { readonly html?: string | undefined; readonly text: string; readonly react?: undefined }
    | { readonly html?: undefined; readonly text?: string | undefined; readonly react: ReactElement }
  )

/** A send: of a template that is declared in `TemplateData`, its data must fit; otherwise as ever. */
export type TemplateSend<Id extends string> =
  & Omit<SendEnvelope, "data">
  // Here the compiler finds out which id it is.
  & { readonly template_id?: Id | undefined }
  & (OfTemplate<Id> | OwnContent)

/** What a send has to be if it is one of the template that it names. */
export type SendLike<Request> = Request extends { readonly template_id: infer Id extends string } ? TemplateSend<Id> : TemplateSend<string>
