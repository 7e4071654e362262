import type { SendRequest } from "@telemark/core"
import type { ReactSend } from "./react.js"

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
type IdWithData<Id extends string> = Id extends string ? { readonly template_id?: Id | undefined } & DataMember<Id> : never

/** A send: of a template that is declared in `TemplateData`, its data must fit; otherwise as ever. */
export type TemplateSend<Id extends string> =
  & Omit<ReactSend, "template_id" | "data">
  // Here the compiler finds out which id it is.
  & { readonly template_id?: Id | undefined }
  & IdWithData<Id>

/** As much of a send as tells which one it is. */
export interface AnySend {
  readonly to: SendRequest["to"]
  readonly template_id?: string | undefined
}

/** What a send has to be if it is one of the template that it names. */
export type SendLike<Request> = Request extends { readonly template_id: infer Id extends string } ? TemplateSend<Id> : TemplateSend<string>
