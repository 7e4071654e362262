import type { SendRequest } from "@telemark/core"

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
  & Omit<SendRequest, "template_id" | "data">
  // Here the compiler finds out which id it is.
  & { readonly template_id?: Id | undefined }
  & IdWithData<Id>
